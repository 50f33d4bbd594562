import Domain
import Foundation
import Testing

@testable import Publish

@Suite("What is told of what happens")
struct ComposerTests {
    private let wall = Samples.time.adding(seconds: 1)

    private func composer(_ change: (inout PublishSettings) -> Void = { _ in }) -> Composer {
        var settings = PublishSettings()
        change(&settings)
        return Composer(
            settings, Speaker(settings, hostName: "pi", machine: [], version: "1"))
    }

    @Test("a fix goes to the topic of the vehicle, as OwnTracks or as Milepost writes it")
    func formats() throws {
        let owntracks = try #require(composer().location(of: Samples.fix(), at: wall))
        #expect(owntracks.topic == "owntracks/milepost/pi")
        #expect(owntracks.time == Samples.time)
        #expect(Samples.object(owntracks.payload)["_type"] == .string("location"))
        let own = composer { $0.format = .milepost }
        let message = try #require(own.location(of: Samples.fix(), at: wall))
        #expect(message.payload == (try Schema.json(Schema.Fix(Samples.fix()))))
    }

    @Test("what was found is told as the output has it")
    func found() throws {
        let message = try #require(composer().found(Samples.milepost()))
        #expect(message.topic == "milepost/milepost/pi/milepost")
        #expect(message.payload == (try Schema.json(Schema.Milepost(Samples.milepost()))))
    }

    @Test("in a private place nothing is told, and what was told before stays")
    func privatePlace() {
        var composer = composer()
        let home = Samples.fix(isPrivate: true)
        #expect(composer.location(of: home, at: wall) == nil)
        #expect(composer.found(Samples.milepost(home)) == nil)
        #expect(composer.standing(.fix(home)).isEmpty)
        #expect(composer.standing(.settled(Samples.milepost(home))).isEmpty)
    }

    @Test("here and now is told whenever it changes, and only then")
    func now() throws {
        var composer = composer()
        let topic = composer.topics.now
        let fix = Samples.object(composer.standing(.fix(Samples.fix()))[topic])
        #expect(fix["speed"] == .number(23.6))
        #expect(fix["time"] == .string("2026-11-30T05:03:07.000Z"))
        #expect(fix["source"] == .string("gpsd"))
        let found = Samples.object(composer.standing(.settled(Samples.milepost()))[topic])
        #expect(found["address"] == .string("Seoul station"))
        #expect(found["temperature"] == .number(-2.5))
        #expect(found["condition"] == .string("snow"))
        #expect(found["latitude"] == .number(37.5547))
        #expect(composer.standing(.settled(Samples.milepost())).isEmpty)
        let nothing = Samples.object(
            composer.standing(.settled(Milepost(fix: Samples.fix())))[topic])
        #expect(nothing["temperature"] == nil)
    }

    @Test("a state is told as the output has it, and in here and now")
    func state() throws {
        var composer = composer()
        let change = StateChange(
            mode: .paused, receiver: Receiver(.noFix), since: Samples.time)
        let told = composer.standing(.state(change))
        #expect(told[composer.topics.state] == (try Schema.json(Schema.State(change))))
        #expect(Samples.object(told[composer.topics.now])["mode"] == .string("paused"))
    }

    @Test("Home Assistant is told only where the settings say so")
    func discovery() {
        let speaker = Speaker(PublishSettings(), hostName: "pi", machine: [], version: "1")
        #expect(composer().discovery(speaker).isEmpty)
        let topics = composer { $0.discovery = "ha" }.discovery(speaker).keys
        #expect(topics.count == 13)
        #expect(topics.allSatisfy { $0.hasPrefix("ha/") })
    }
}
