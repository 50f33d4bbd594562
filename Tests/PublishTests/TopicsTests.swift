import Testing

@testable import Publish

@Suite("Topics")
struct TopicsTests {
    @Test("are made of the user and the device; without a user it is milepost")
    func filled() {
        var settings = PublishSettings()
        let pi = Speaker(settings, hostName: "pi", machine: [], version: "1")
        #expect(Topics(settings, pi).location == "owntracks/milepost/pi")
        settings.user = "jane"
        settings.device = "van"
        let van = Speaker(settings, hostName: "pi", machine: [], version: "1")
        let topics = Topics(settings, van)
        #expect(topics.location == "owntracks/jane/van")
        #expect(topics.milepost == "milepost/jane/van/milepost")
        #expect(topics.state == "milepost/jane/van/state")
        #expect(topics.status == "milepost/jane/van/status")
        #expect(topics.now == "milepost/jane/van/now")
    }

    @Test("what would be more than one level, or stand for many, is a dash")
    func oneLevel() {
        var settings = PublishSettings()
        settings.user = "a/b+c#d e"
        let speaker = Speaker(settings, hostName: "x", machine: [], version: "1")
        #expect(Topics(settings, speaker).location == "owntracks/a-b-c-d-e/x")
    }

    @Test(
        "a template that no message can be sent to has a fault",
        arguments: [
            "", "a/+/b", "a/#", "/a", "a/", "a//b", "$SYS/a", "a/{name}", "a/{user", "a}",
        ])
    func fault(template: String) { #expect(Topics.fault(in: template) != nil) }

    @Test(
        "any other has none",
        arguments: ["a", "owntracks/{user}/{device}", "fleet/{device}-{user}", "위치/{device}"])
    func right(template: String) { #expect(Topics.fault(in: template) == nil) }
}

@Suite("Who speaks to the broker")
struct SpeakerTests {
    @Test(
        "M03 machines, and boards with a copy of one card, have ids of their own, always the same")
    func clientID() {
        func id(_ host: String, _ machine: [String]) -> String {
            Speaker(PublishSettings(), hostName: host, machine: machine, version: "1").clientID
        }
        #expect(id("pi", ["m", "board 1"]) == id("pi", ["m", "board 1"]))
        #expect(id("pi", ["m", "board 1"]) != id("pi", ["m", "board 2"]))
        #expect(id("pi", ["m"]) != id("pi2", ["m"]))
        // FNV-1a of "a", from the test vectors of draft-eastlake-fnv.
        #expect(id("a", []) == "milepost-af63dc4c8601ec8c")
    }

    @Test("what is set holds")
    func set() {
        var settings = PublishSettings()
        settings.clientID = "van-7"
        settings.device = "van"
        let speaker = Speaker(settings, hostName: "pi", machine: ["m"], version: "1")
        #expect(speaker.clientID == "van-7")
        #expect(speaker.device == "van")
    }
}
