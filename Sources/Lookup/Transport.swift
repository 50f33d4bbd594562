package import HTTP

/// What carries requests out: the HTTP client, or a test.
package protocol Transport: Sendable {
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

extension HTTPClient: Transport {}

/// The name that Milepost gives itself; public services refuse requests without one.
package enum UserAgent {
    /// `Milepost/1.0 (+contact)`; without the bracket when there is no contact.
    package static func text(version: String, contact: String) -> String {
        // What is no visible ASCII could end the header line.
        let contact = String(contact.unicodeScalars.filter { (0x20...0x7E).contains($0.value) })
        return contact.isEmpty ? "Milepost/\(version)" : "Milepost/\(version) (+\(contact))"
    }

    /// Whether a contact as it is configured names somebody to write to.
    package static func names(contact: String) -> Bool {
        namesContact(text(version: "", contact: contact))
    }

    /// Whether a text that `text` gave names somebody to write to.
    static func namesContact(_ userAgent: String) -> Bool {
        guard let start = userAgent.firstRange(of: " (+") else { return false }
        return userAgent[start.upperBound...].contains { $0.isLetter || $0.isNumber }
    }
}
