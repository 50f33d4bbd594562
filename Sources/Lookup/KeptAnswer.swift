package import Domain
package import FoundationEssentials
package import HTTP

/// An answer that stands in place of its question until it expires, by HTTP's own rules (RFC 9111), but for
/// `Expires`, which comes before `max-age`: it is what MET Norway's terms name.
package struct KeptAnswer: Hashable, Sendable {
    package var body: Data
    package var contentType: String?
    /// The `Last-Modified` exactly as it was sent: services compare it as text; nil for one that is no date, as it cannot
    /// be sent back.
    package private(set) var lastModified: String?
    package private(set) var storedAt: Timestamp
    package private(set) var expiresAt: Timestamp

    /// As it is read back from where it was kept.
    package init(
        body: Data, contentType: String?, lastModified: String?, storedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.body = body
        self.contentType = contentType
        // Here for all: a bad one that an older version kept would hinder every later request.
        self.lastModified = lastModified.flatMap(Self.date)
        self.storedAt = storedAt
        self.expiresAt = expiresAt
    }

    /// Larger bodies are not kept; a forecast of ten days has a tenth of it.
    package static let bodyLimit = 512 << 10

    /// Nil for an answer that may not be kept, or would be of no use later.
    ///
    /// `answer` is `response` as the provider gets it.
    init?(_ response: HTTPResponse, _ answer: ProviderAnswer, at now: Timestamp) {
        guard response.status == 200 || response.status == 203,
            !response.forbidsKeeping, answer.body.count <= Self.bodyLimit
        else { return nil }
        let freshness = response.freshness(at: now)
        let lastModified = response.header("Last-Modified").flatMap(Self.date)
        guard freshness > 0 || lastModified != nil else { return nil }
        self.init(
            body: answer.body, contentType: answer.contentType, lastModified: lastModified,
            storedAt: now, expiresAt: now.adding(seconds: freshness))
    }

    /// One from the future, after the clock was set back, is not fresh.
    package func isFresh(at now: Timestamp) -> Bool { storedAt <= now && now < expiresAt }

    /// Takes over what an answer of 304, "not modified", says in its head.
    mutating func renew(by response: HTTPResponse, at now: Timestamp) {
        storedAt = now
        expiresAt = now.adding(seconds: response.freshness(at: now))
        lastModified = response.header("Last-Modified").flatMap(Self.date) ?? lastModified
    }

    /// `text` when it is a date of HTTP.
    private static func date(_ text: String) -> String? {
        HTTPResponse.seconds(ofDate: text) == nil ? nil : text
    }

    /// What the provider gets, as if it had been sent now.
    var answer: ProviderAnswer {
        ProviderAnswer(status: 200, contentType: contentType, body: body)
    }
}

extension HTTPResponse {
    /// Longest freshness that is believed.
    private static let day = 86_400.0

    /// Seconds from `now` until the answer expires; 0 when it has, or does not say, or says nonsense.
    ///
    /// Counted from the server's own `Date`, as this machine's clock may be wrong. `Expires` goes before `max-age`: it
    /// is what terms of service speak of.
    package func freshness(at now: Timestamp) -> Double {
        let lifetime: Double? =
            if header("Expires") != nil {
                date("Expires").map { $0 - (date("Date") ?? now.seconds) }
            } else {
                directive("max-age").flatMap { Double($0) }
            }
        let age = header("Age").flatMap { Double($0) } ?? 0
        guard let lifetime, lifetime.isFinite, age >= 0, directive("no-cache") == nil else {
            return 0
        }
        return max(0, min(lifetime - age, Self.day))
    }

    var forbidsKeeping: Bool { directive("no-store") != nil }

    /// What `Cache-Control` says after that name and an equals sign; empty when it only names it.
    private func directive(_ name: String) -> String? {
        for directive in (header("Cache-Control") ?? "").split(separator: ",") {
            let words = directive.split(separator: "=", maxSplits: 1)
            guard let first = words.first, String(first).trimmed.lowercased() == name else {
                continue
            }
            return words.count == 2 ? String(words[1]).trimmed : ""
        }
        return nil
    }
}
