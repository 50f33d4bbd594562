import Domain
import FoundationEssentials
import HTTP
import Lookup
import Testing

@Suite("Kept answer")
struct KeptAnswerTests {
    // Noon is Mon, 04 May 2026 12:00:00 GMT; the headers are those of RFC 9111.
    @Test(
        "stands for as long as the server says, and not at all after nonsense",
        arguments: [
            // Half an hour, by the server's own clock even where that is not ours.
            (["Expires": "Mon, 04 May 2026 12:30:00 GMT"], 1800),
            (
                [
                    "Date": "Tue, 05 May 2026 07:00:00 GMT",
                    "Expires": "Tue, 05 May 2026 07:30:00 GMT",
                ], 1800
            ),
            // In a proxy for ten minutes already.
            (["Expires": "Mon, 04 May 2026 12:30:00 GMT", "Age": "600"], 1200),
            (["Expires": "Mon, 04 May 2026 12:30:00 GMT", "Age": "1801"], 0),
            (["Expires": "Mon, 04 May 2026 12:00:00 GMT"], 0),
            (["Expires": "Sun, 03 May 2026 12:00:00 GMT"], 0),
            (["Expires": "Thu, 01 Jan 1970 00:00:00 GMT"], 0),
            (["Expires": "Tue, 04 May 2027 12:00:00 GMT"], 86_400),
            (["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"], 86_400),
            (["Expires": "0"], 0), (["Expires": "-1"], 0), (["Expires": ""], 0),
            (["Expires": "tomorrow"], 0),
            // What cannot be read has expired, whatever else is said.
            (["Expires": "0", "Cache-Control": "max-age=60"], 0),
            (["Expires": "Mon, 04 May 2026 12:30:00 GMT", "Cache-Control": "max-age=60"], 1800),
            (["Cache-Control": "public, Max-Age = 60"], 60),
            (["Cache-Control": "max-age=60", "Age": "20"], 40),
            (["Cache-Control": "max-age=1000000000"], 86_400),
            (["Cache-Control": "max-age=-5"], 0), (["Cache-Control": "max-age=inf"], 0),
            (["Cache-Control": "max-age"], 0), (["Cache-Control": "s-maxage=60"], 0),
            (
                ["Expires": "Mon, 04 May 2026 12:30:00 GMT", "Cache-Control": "no-cache"], 0
            ),
            ([:], 0),
        ] as [([String: String], Double)])
    func freshness(headers: [String: String], seconds: Double) {
        let response = HTTPResponse(
            status: 200, headers: headers.map { ($0.key, $0.value) }, body: Data())
        #expect(response.freshness(at: noon) == seconds)
    }

    // The date is the example of RFC 9110, section 5.6.7.
    @Test(
        "has a Last-Modified as it was sent, or none where that is no date and cannot be sent back",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", true), ("Sun,  6 Nov 1994 08:49:37 GMT", true),
            ("x", false), ("", false), ("x\u{1}", false),
            ("Sun, 06 Nov 1994 08:49:37 GMT\u{1}", false),
            ("Sun, 06 Nov 1994 08:49:37 GMT\r\nX-A: b", false),
            ("Sun, 06 Nov 1994 08:49:37 GMT\u{E9}", false),
        ] as [(String, Bool)])
    func lastModified(text: String, isSent: Bool) {
        let answer = KeptAnswer(
            body: Data(), contentType: nil, lastModified: text, storedAt: noon, expiresAt: noon)
        #expect(answer.lastModified == (isSent ? text : nil))
    }

    @Test("is fresh from its own time to its end, and not before: the clock was set back then")
    func isFresh() {
        let answer = KeptAnswer(
            body: Data(), contentType: nil, lastModified: nil, storedAt: noon,
            expiresAt: noon.adding(seconds: 60))
        let fresh = [-0.001, 0, 59.999, 60].map { answer.isFresh(at: noon.adding(seconds: $0)) }
        #expect(fresh == [false, true, true, false])
    }
}
