import Testing

@testable import milepost

@Suite("The address of gpsd as an option")
struct GpsdOptionTests {
    @Test(
        "host, port and device",
        arguments: [
            ("car.local", "car.local", nil, nil), ("h:2948", "h", "2948", nil),
            ("h:2948:/dev/ttyACM0", "h", "2948", "/dev/ttyACM0"),
            ("h::/dev/ttyACM0", "h", nil, "/dev/ttyACM0"),
            ("h:1:udp://0.0.0.0:5000", "h", "1", "udp://0.0.0.0:5000"),
            ("[::1]", "::1", nil, nil), ("[fe80::1]:2947", "fe80::1", "2947", nil),
            ("h:", "h", nil, nil),
        ] as [(String, String, String?, String?)])
    func reads(text: String, host: String, port: String?, device: String?) {
        let option = GpsdOption(text)
        #expect(option?.host == host)
        #expect(option?.port == port)
        #expect(option?.device == device)
    }

    @Test(
        "what has no host or a wrong port is refused",
        arguments: ["", ":2947", "h:0", "h:65536", "h:x", "[::1", "[]:1", "[::1]x", "::1"])
    func refuses(text: String) {
        #expect(GpsdOption(text) == nil)
    }
}
