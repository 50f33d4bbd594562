/// The three parts of a lookup.
package enum Part: String, Sendable, CaseIterable, Hashable {
    case address, weather, forecast
}

/// An accepted fix together with what was found there; a part that failed stands in `failures`.
package struct Milepost: Hashable, Sendable {
    package let fix: AcceptedFix
    package var address: Address?
    package var weather: Weather?
    package var forecast: Forecast?
    package var failures: [LookupFailure] = []
    /// The parts that differ from those last written.
    package var changed: [Part] = []

    package init(fix: AcceptedFix) { self.fix = fix }

    /// Parts without an answer; one that a later provider of the list answered has failures, but is there.
    package var lackingParts: [Part] {
        Part.allCases.filter { part in !has(part) && failures.contains { $0.part == part } }
    }

    private func has(_ part: Part) -> Bool {
        switch part {
        case .address: address != nil
        case .weather: weather != nil
        case .forecast: forecast != nil
        }
    }
}

/// Why one part of a milepost is missing.
package struct LookupFailure: Error, Hashable, Sendable {
    package enum Code: String, Sendable, CaseIterable {
        /// The provider knows nothing there: a normal answer, not asked again for an hour.
        case notFound = "not-found"
        /// The provider does not serve this place or this kind of request.
        case notCovered = "not-covered"
        case noKey = "no-key"
        /// The provider wants to know whom to write to, and the settings do not say.
        case noContact = "no-contact"
        /// The key or the program was refused; not asked again until the settings change.
        case refused
        case rateLimited = "rate-limited"
        case quota
        case timeout
        case network
        /// The answer's status says that the server failed.
        case server
        /// The answer could not be read.
        case badAnswer = "bad-answer"
        /// The request itself was wrong.
        case badRequest = "bad-request"
        /// The certificate could not be checked because this machine's clock is wrong.
        case clock
    }

    package var part: Part
    package var provider: String
    package var code: Code
    /// One sentence for a person, never with a key in it.
    package var message: String
    /// Not before this.
    package var retryAt: Timestamp?

    package init(
        part: Part, provider: String, code: Code, message: String, retryAt: Timestamp? = nil
    ) {
        self.part = part
        self.provider = provider
        self.code = code
        self.message = message
        self.retryAt = retryAt
    }

    /// The message, with the provider's name before it where it does not begin with that.
    package var sentence: String {
        message.hasPrefix(provider) ? message : "\(provider): \(message)"
    }
}
