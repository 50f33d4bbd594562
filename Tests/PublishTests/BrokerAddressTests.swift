import Publish
import Testing

@Suite("Address of a broker")
struct BrokerAddressTests {
    struct Case: Sendable {
        let url: String
        let host: String
        let port: Int
        let isEncrypted: Bool
    }

    // The ports are IANA's of mqtt and secure-mqtt.
    @Test(
        "is scheme, host and port; without one the usual of its scheme",
        arguments: [
            Case(url: "mqtt://pi.local", host: "pi.local", port: 1883, isEncrypted: false),
            Case(url: "mqtts://pi.local", host: "pi.local", port: 8883, isEncrypted: true),
            Case(url: "mqtt://10.0.0.1:9000/", host: "10.0.0.1", port: 9000, isEncrypted: false),
            Case(url: "mqtts://[::1]:1", host: "::1", port: 1, isEncrypted: true),
            Case(url: "mqtt://[fe80::1]", host: "fe80::1", port: 1883, isEncrypted: false),
        ])
    func parts(of test: Case) throws {
        let address = try #require(BrokerAddress(test.url))
        #expect(address.host == test.host)
        #expect(address.port == test.port)
        #expect(address.isEncrypted == test.isEncrypted)
    }

    @Test(
        "anything else is none, a URL with a password among them",
        arguments: [
            "", "pi.local", "http://pi", "mqtt://", "mqtt://:1883", "mqtt://pi:", "mqtt://pi:0",
            "mqtt://pi:65536", "mqtt://pi:x", "mqtt://user:secret@pi", "mqtt://pi/topic",
            "mqtt://p i", "mqtt://pi:1883x", "mqtt://[::1", "MQTT://pi",
        ])
    func none(url: String) { #expect(BrokerAddress(url) == nil) }

    @Test("is told as a URL with its port")
    func description() {
        #expect(BrokerAddress("mqtts://pi")?.description == "mqtts://pi:8883")
        #expect(BrokerAddress("mqtt://[::1]")?.description == "mqtt://[::1]:1883")
    }
}
