import FoundationEssentials
import HTTP
import Testing

@Suite("Dates of an answer", .serialized)
struct HTTPResponseDateTests {
    // The example of RFC 9110, section 5.6.7, in its three forms.
    @Test(
        "are read in each form that HTTP has",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("0", nil), ("-1", nil), ("", nil), ("soon", nil), ("3600", nil),
            ("Mon, 30 Foo 2026 00:32:27 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 GMT\u{1}", nil), ("Sun, 06 Nov 1994 08:49:37 GMT\0", nil),
            ("Sun, 06\tNov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 GMT\u{7F}", nil),
        ])
    func forms(text: String, seconds: Double?) {
        let response = HTTPResponse(status: 200, headers: [("expires", text)], body: Data())
        #expect(response.date("Expires") == seconds)
    }

    @Test("are none without the header")
    func missing() {
        #expect(HTTPResponse(status: 200, headers: [], body: Data()).date("Expires") == nil)
    }
}
