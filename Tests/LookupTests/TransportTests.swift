import Lookup
import Testing

@Suite("User-Agent")
struct UserAgentTests {
    @Test(
        "names product, version and contact, in one line of ASCII",
        arguments: [
            ("", "Milepost/1.2"),
            ("me@example.org", "Milepost/1.2 (+me@example.org)"),
            ("https://example.org/é\r\nX-Evil: 1", "Milepost/1.2 (+https://example.org/X-Evil: 1)"),
        ])
    func text(contact: String, expected: String) {
        #expect(UserAgent.text(version: "1.2", contact: contact) == expected)
    }
}
