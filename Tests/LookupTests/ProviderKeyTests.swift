import Foundation
import Lookup
import Testing

@Suite("Provider keys")
struct ProviderKeyTests {
    @Test("drop the line end of the file they came from")
    func trimmed() {
        #expect(ProviderKey(" abc \n")?.header(prefix: "KakaoAK ") == "KakaoAK abc")
    }

    @Test("cannot be empty or split a header", arguments: ["", " \n", "a\r\nb", "a\u{0}b"])
    func refused(text: String) {
        #expect(ProviderKey(text) == nil)
    }

    // %2B, %2F and %3D are +, / and = in RFC 3986; a % itself is %25.
    @Test(
        "W21 are escaped exactly once",
        arguments: [
            ("ab+cd/ef==", "k=ab%2Bcd%2Fef%3D%3D", false),
            ("ab%2Bcd%2Fef%3D%3D", "k=ab%252Bcd%252Fef%253D%253D", true),
            ("0123456789abcdefABCDEF-._~", "k=0123456789abcdefABCDEF-._~", false),
            ("100%", "k=100%25", false), ("5%zz", "k=5%25zz", false), ("%2", "k=%252", false),
        ] as [(String, String, Bool)])
    func escaped(text: String, parameter: String, looksEscaped: Bool) throws {
        let key = try #require(ProviderKey(text))
        #expect(key.added(to: "http://h/p", as: "k") == "http://h/p?" + parameter)
        #expect(key.added(to: "http://h/p?q=1", as: "k") == "http://h/p?q=1&" + parameter)
        #expect(key.looksEscaped == looksEscaped)
    }

    // The same key as its provider shows it "encoded" and "decoded"; %zz, a lone % and %FF are no escaped text.
    @Test(
        "W21 are unescaped once where a provider issues them escaped",
        arguments: [
            ("ab%2Bcd%2Fef%3D%3D", "k=ab%2Bcd%2Fef%3D%3D"),
            ("ab%2bcd%2fef%3d%3d", "k=ab%2Bcd%2Fef%3D%3D"),
            ("ab+cd/ef==", "k=ab%2Bcd%2Fef%3D%3D"), ("%252B", "k=%252B"),
            ("0123456789abcdef", "k=0123456789abcdef"), ("5%zz%41", "k=5%25zzA"),
            ("%41%4", "k=A%254"), ("%41%", "k=A%25"), ("%FF", "k=%25FF"), ("%0A%41", "k=A"),
            ("a%0Ab", "k=a%250Ab"),
        ])
    func unescaped(text: String, parameter: String) throws {
        let key = try #require(ProviderKey(text)).unescaped
        #expect(key.added(to: "http://h/p", as: "k") == "http://h/p?" + parameter)
    }

    @Test(
        "W21 are blotted out of an answer that repeats them",
        arguments: [
            ("0123456789abcdef", "0123456789abcdef", "****************"),
            (
                "0123456789abcdef", "<a href=\"/?k=0123456789abcdef&x=0123456789abcdef\">",
                "<a href=\"/?k=****************&x=****************\">"
            ),
            (
                "ab+cd/ef==gh", "k=ab%2Bcd%2Fef%3D%3Dgh ab+cd/ef==gh",
                "k=******************** ************"
            ),
            ("0123456789abcdef", "0123456789abcde", "0123456789abcde"),
            ("0123456789abcdef", "", ""),
            ("ab+cd/ef==", "k=ab+cd/ef==, ab%2Bcd%2Fef%3D%3D", "k=**********, ******************"),
            ("ab+cd/ef==", #"{"m":"ab+cd\/ef=="}"#, #"{"m":"***********"}"#),
            ("abcdef", "abcdefg", "******g"),
            // Too short to be a key, and part of a word of the answer.
            ("rain+", "rain+ rain%2B", "rain+ rain%2B"), ("1", "101", "101"),
        ])
    func blottedOut(text: String, answer: String, expected: String) throws {
        let key = try #require(ProviderKey(text))
        let blotted = key.blottedOut(of: Data(answer.utf8))
        #expect(String(decoding: blotted, as: UTF8.self) == expected)
    }

    @Test(
        "W21 are found in a text that is to be quoted, however short they are",
        arguments: [
            ("abc", "bad key abc", true), ("abc", "abcd", true), ("abc", "ab c", false),
            ("abc", "", false), ("a+b", "k=a%2Bb", true), ("a/b", #"k=a\/b"#, true),
            ("ab+cd/ef==", "k=ab+cd/ef==", true), ("ab+cd/ef==", "k=ab+cd/ef=", false),
        ])
    func told(text: String, answer: String, isTold: Bool) throws {
        #expect(try #require(ProviderKey(text)).isTold(in: answer) == isTold)
    }

    @Test("never show themselves")
    func hidden() throws {
        let key = try #require(ProviderKey("secret"))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped, "\(Optional(key) as Any)"] {
            #expect(!text.contains("secret"))
        }
    }
}
