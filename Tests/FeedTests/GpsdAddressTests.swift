import Feed
import Testing

@Suite("Address of a gpsd")
struct GpsdAddressTests {
    @Test(
        "is HOST[:PORT[:DEVICE]]",
        arguments: [
            ("", GpsdAddress()), ("pi", GpsdAddress(host: "pi")),
            ("pi:2948", GpsdAddress(host: "pi", port: 2948)),
            (":2948", GpsdAddress(port: 2948)),
            ("pi::/dev/ttyACM0", GpsdAddress(host: "pi", device: "/dev/ttyACM0")),
            (
                "192.168.1.5:2947:/dev/serial/by-path/pci-0000:00:14.0-usb",
                GpsdAddress(
                    host: "192.168.1.5", device: "/dev/serial/by-path/pci-0000:00:14.0-usb")
            ),
            ("[::1]:2948", GpsdAddress(host: "::1", port: 2948)),
            ("[fe80::1%eth0]", GpsdAddress(host: "fe80::1%eth0")),
            ("::1", GpsdAddress(host: "::1")), ("2001:db8::5", GpsdAddress(host: "2001:db8::5")),
            ("[::1]:2948:/dev/a", GpsdAddress(host: "::1", port: 2948, device: "/dev/a")),
        ])
    func reads(text: String, address: GpsdAddress) throws {
        #expect(try GpsdAddress(text) == address)
    }

    @Test(
        "that cannot be one is refused with the reason",
        arguments: [
            ("pi:0", "0 is no port"), ("pi:65536", "65536 is no port"),
            ("pi:gps", "gps is no port"),
            ("/dev/ttyACM0", "localhost:2947:/dev/ttyACM0"), ("[::1", "bracket"),
            ("[pi]:2947", "IPv6"), ("[::1]2947", "IPv6"),
        ])
    func refuses(text: String, words: String) {
        #expect {
            try GpsdAddress(text)
        } throws: { error in
            guard let error = error as? FeedError else { return false }
            return error.code == .badAddress && error.message.contains(words)
        }
    }

    @Test("is shown with brackets where it needs them")
    func description() {
        #expect(GpsdAddress(host: "::1").description == "[::1]:2947")
        #expect(GpsdAddress().description == "localhost:2947")
    }
}
