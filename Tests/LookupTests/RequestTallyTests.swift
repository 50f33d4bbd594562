import Lookup
import Testing

@Suite("Host of a request")
struct RequestHostTests {
    @Test(
        "is told without path, query, name and password",
        arguments: [
            ("https://api.met.no/weatherapi/x?lat=1", "api.met.no"),
            ("http://127.0.0.1:8080/r?q=a@b", "127.0.0.1:8080"),
            ("https://me:secret@Example.ORG", "example.org"),
            ("https://example.org?x=//y", "example.org"),
            ("http://[::1]:80/", "[::1]:80"),
            ("example.org/x", "example.org"), ("https://", ""), ("", ""),
        ])
    func host(url: String, host: String) {
        #expect(ProviderRequest(part: .weather, url: url).host == host)
    }
}
