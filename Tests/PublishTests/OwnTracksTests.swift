import Domain
import Foundation
import Testing

@testable import Publish

// The fields are those of https://owntracks.org/booklet/tech/json: name, kind and unit.
@Suite("Messages of OwnTracks")
struct OwnTracksTests {
    private let wall = Samples.time.adding(seconds: 2.9)

    private func location(_ fix: AcceptedFix, address: String? = nil) -> [String: JSON] {
        Samples.object(json(OwnTracks.Location(fix, address: address, trackerID: "pi", at: wall)))
    }

    @Test("a location has whole seconds, metres, degrees and km/h, and the address of its place")
    func location() {
        let object = location(Samples.fix(), address: "Seoul station")
        let expected = """
            {"_type": "location", "_id": "1a22ad5d6f8-7", "lat": 37.5547, "lon": 126.9706,
            "tst": 1796014987, "created_at": 1796014989, "acc": 4, "alt": 39,
            "vel": 85, "cog": 0, "tid": "pi", "addr": "Seoul station"}
            """
        // 23.6 m/s are 84.96 km/h; a course of 359.7° is north, 0.
        #expect(object == Samples.object(Data(expected.utf8)))
    }

    @Test("what is not known is absent, never 0")
    func absent() {
        let time = Samples.time
        let bare = Fix(source: .manual, mode: .twoD, time: time, latitude: 1, longitude: 2)
        let fix = AcceptedFix(
            seq: 1, time: time, coordinate: Samples.fix().coordinate, fix: bare, accuracy: nil,
            reasons: [.distance], distance: nil)
        #expect(
            Set(location(fix).keys) == ["_type", "_id", "lat", "lon", "tst", "created_at", "tid"])
    }

    @Test("an accuracy is at least a metre, as 0 is none to its applications")
    func accuracy() {
        let fix = AcceptedFix(
            seq: 1, time: Samples.time, coordinate: Samples.fix().coordinate,
            fix: Samples.fix().fix, accuracy: 0.3, reasons: [], distance: nil)
        #expect(location(fix)["acc"] == .number(1))
    }

    @Test(
        "the trigger is u for what a user asked for, t for a timer, and absent for the position",
        arguments: [
            ([AcceptedFix.Reason.refresh], "u" as String?), ([.override], "u"),
            ([.heartbeat], "t"), ([.distance, .coarse], nil), ([.first], nil),
        ])
    func trigger(reasons: [AcceptedFix.Reason], trigger: String?) {
        #expect(location(Samples.fix(reasons: reasons))["t"] == trigger.map(JSON.string))
    }

    @Test("two fixes have two ids, also of one second")
    func ids() {
        #expect(Samples.fix(1).publicID != Samples.fix(2).publicID)
        #expect(Samples.fix(1).publicID != Samples.fix(1, seconds: 0.1).publicID)
    }

    @Test("the tracker id is the end of the topic unless it is set")
    func trackerID() {
        var settings = PublishSettings()
        #expect(OwnTracks.trackerID(settings, topic: "owntracks/jane/van") == "an")
        settings.trackerID = "V7"
        #expect(OwnTracks.trackerID(settings, topic: "owntracks/jane/van") == "V7")
    }

    @Test("the will is of type lwt with the time of the connection, and says offline")
    func status() {
        let gone = Samples.object(json(OwnTracks.Status.offline(at: wall)))
        #expect(gone["_type"] == .string("lwt"))
        #expect(gone["tst"] == .number(1_796_014_989))
        #expect(gone["status"] == .string("offline"))
        let here = Samples.object(json(OwnTracks.Status.online(at: wall)))
        #expect(here["status"] == .string("online"))
    }
}
