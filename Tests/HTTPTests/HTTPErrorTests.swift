import HTTP
import TestSupport
import Testing

@Suite("HTTP errors", .timeLimit(.minutes(1)))
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
}
