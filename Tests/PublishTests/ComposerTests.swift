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
        var composer = composer()
        let told = composer.location(of: Samples.fix(), at: wall)
        let owntracks = try #require(told)
        #expect(owntracks.topic == "owntracks/milepost/pi")
        #expect(owntracks.time == Samples.time)
        #expect(Samples.object(owntracks.payload)["_type"] == .string("location"))
        var own = self.composer { $0.format = .milepost }
        let written = own.location(of: Samples.fix(), at: wall)
        let message = try #require(written)
        let expected = try Schema.json(Schema.Fix(Samples.fix()))
        #expect(message.payload == expected)
    }

    @Test("what was found is told as the output has it")
    func found() throws {
        let message = try #require(composer().found(Samples.milepost()))
        #expect(message.topic == "milepost/milepost/pi/milepost")
        let expected = try Schema.json(Schema.Milepost(Samples.milepost()))
        #expect(message.payload == expected)
    }

    @Test("in a private place nothing is told, and what was told before stays")
    func privatePlace() {
        var composer = composer()
        let home = Samples.fix(isPrivate: true)
        let hidden = composer.location(of: home, at: wall)
        #expect(hidden == nil)
        #expect(composer.found(Samples.milepost(home)) == nil)
        #expect(composer.standing(.fix(home)).isEmpty)
        #expect(composer.standing(.settled(Samples.milepost(home))).isEmpty)
    }

    @Test("how far a private place is away is not told either")
    func privateDistance() {
        var composer = composer { $0.format = .milepost }
        let hidden = composer.location(of: Samples.fix(1, isPrivate: true), at: wall)
        #expect(hidden == nil)
        let leaving = composer.location(of: Samples.fix(2), at: wall)
        #expect(Samples.object(leaving?.payload)["distance"] == nil)
        let next = composer.location(of: Samples.fix(3), at: wall)
        #expect(Samples.object(next?.payload)["distance"] == .number(512))
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

    @Test("a state is told as the output has it")
    func state() throws {
        var composer = composer()
        let change = StateChange(
            mode: .paused, receiver: Receiver(.noFix), since: Samples.time)
        let told = composer.standing(.state(change))
        let expected = try Schema.json(Schema.State(change))
        #expect(told[composer.topics.state] == expected)
        // Nothing is known of a place yet, and what the broker has of an earlier run stays there.
        #expect(told[composer.topics.now] == nil)
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
