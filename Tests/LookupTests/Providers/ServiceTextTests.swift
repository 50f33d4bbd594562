import Lookup
import Testing

@Suite("Text of services")
struct ServiceTextTests {
    @Test(
        "W21 keys are taken out, whether named or bare",
        arguments: [
            ("GET /x?appid=ab+cd/ef==&units=metric", "GET /x?appid=[key]==&units=metric"),
            (#"{"apikey" : "abc"}"#, #"{"apikey" : "[key]"}"#),
            ("wrong appKey(abc) format", "wrong appKey([key]) format"),
            ("token=a1", "token=[key]"),
            ("no 0123456789abcdef0123456789abcdef here", "no [key] here"),
            ("Invalid API key. Please see the page", "Invalid API key. Please see the page"),
            ("units=metric", "units=metric"),
        ])
    func keys(text: String, shown: String) { #expect(text.withoutKeys == shown) }

    @Test(
        "what would fill a page is cut to 300 scalars, however few characters a reader sees in it",
        arguments: ["x", "한", "\u{301}"])
    func long(letter: String) {
        #expect(String(repeating: letter, count: 300).singleLine?.unicodeScalars.count == 300)
        #expect(
            String(repeating: letter, count: 100_000).singleLine
                == String(repeating: letter, count: 299) + "…")
    }

    @Test("a key that reaches past the end of the excerpt is taken out all the same")
    func longKey() {
        let text = String(repeating: ".", count: 75) + " 0123456789abcdef0123456789abcdef"
        #expect(text.excerpt == String(repeating: ".", count: 75) + " [key")
    }
}
