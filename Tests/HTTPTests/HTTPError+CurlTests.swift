import HTTP
import TestSupport
import Testing

@Suite("HTTP errors", .timeLimit(.minutes(10)))
struct HTTPErrorTests {
    @Test(
        "name the host and the remedy, never path, query, header or password",
        arguments: [
            ("http://user:SECRET@127.0.0.1:1/SECRET?key=SECRET#SECRET", "127.0.0.1:1", "connect"),
            ("http://nowhere.invalid/SECRET?key=SECRET", "nowhere.invalid", "resolve"),
            ("foo://host/SECRET?key=SECRET", "host", "bad-url"),
            ("http://[SECRET/?key=SECRET", "the given address", "bad-url"),
        ])
    func messages(_ url: String, _ place: String, _ code: String) async throws {
        let client = HTTPClient()
        try await client.whileRunning {
            let request = HTTPRequest(url: url, headers: ["Authorization": "SECRET"])
            let error = try #require(await failure(client, request))
            #expect(error.code.rawValue == code)
            #expect(error.message.contains(place))
            #expect(!error.message.contains("SECRET"))
            #expect(!"\(error)".contains("SECRET"))
            #expect(error.curlCode != nil)
        }
    }

    // Numbers of curl.h and of OpenSSL's x509_vfy.h; 1556668800 is 2019-05-01T00:00:00Z.
    @Test(
        "say what libcurl's code means",
        arguments: [
            (1, 0, "bad-url"), (3, 0, "bad-url"), (5, 0, "resolve"), (6, 0, "resolve"),
            (7, 0, "connect"), (16, 0, "other"), (18, 0, "other"), (28, 0, "timeout"),
            (35, 0, "tls"), (47, 0, "too-many-redirects"), (52, 0, "other"), (56, 0, "other"),
            (60, 9, "clock"), (60, 10, "tls"), (60, 20, "tls"), (61, 0, "bad-encoding"),
            (63, 0, "too-large"), (77, 0, "tls"),
        ])
    func codes(_ curl: Int32, _ verifyResult: Int, _ code: String) {
        let error = HTTPError(
            curlCode: curl, HTTPRequest(url: "https://example.org/?key=SECRET"),
            verifyResult: verifyResult, now: 1_556_668_800)
        #expect(error.code.rawValue == code)
        #expect(error.curlCode == curl)
        #expect(!error.message.contains("SECRET"))
    }

    @Test("W13 a certificate that is not valid yet names the clock and its date")
    func clock() {
        let error = HTTPError(
            curlCode: 60, HTTPRequest(url: "https://example.org"), verifyResult: 9,
            now: 1_556_668_800)
        #expect(
            error.message == "the certificate of example.org is not valid yet: "
                + "this machine's clock says 2019-05-01; set the clock")
    }
}
