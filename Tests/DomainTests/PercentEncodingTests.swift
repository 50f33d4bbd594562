import Domain
import Testing

@Suite("Percent encoding")
struct PercentEncodingTests {
    @Test(
        "escapes every byte but RFC 3986's unreserved characters, once",
        arguments: [
            ("AZaz09-._~", "AZaz09-._~"), ("a b&c=d", "a%20b%26c%3Dd"), ("+/=", "%2B%2F%3D"),
            ("서울", "%EC%84%9C%EC%9A%B8"), ("%41", "%2541"), ("\u{1}\n", "%01%0A"), ("", ""),
        ])
    func escapes(text: String, escaped: String) {
        #expect(text.percentEncoded() == escaped)
    }

    @Test("leaves what it is told to")
    func allowed() {
        #expect("37.5,127".percentEncoded(allowing: ",") == "37.5,127")
    }
}
