import Domain
import FoundationEssentials

/// What a service complains of in the body of its answer.
struct Complaint {
    /// Nil when the answer's status tells it.
    var code: LookupFailure.Code?
    /// The service's own words; only those that cannot hold a key.
    var text: String?
    /// Seconds to wait, where the words tell it.
    var wait: Double?
}

/// Tells a usable answer from a failure, by status first and by body second.
struct AnswerReader {
    let provider: String
    let part: Part
    let now: Timestamp
    /// Seconds to wait after "too many requests" when nothing in the answer says how long.
    let limitWait: Double
    /// What the user can do when the service refuses; ends the sentence.
    let refusedAdvice: String
    let complaint: @Sendable (JSON) -> Complaint?
    /// For a service that complains in something else than JSON.
    var parse: @Sendable (Data) -> JSON? = { JSON($0) }

    /// The body of a successful answer.
    func json(of answer: ProviderAnswer) throws(LookupFailure) -> JSON {
        let json = parse(answer.body)
        let complaint = json.flatMap(self.complaint)
        let succeeded = 200..<300 ~= answer.status
        if succeeded, complaint == nil, let json { return json }
        let code = complaint?.code ?? Self.code(status: answer.status, isJSON: json != nil)
        throw failure(
            code, sentence(code, answer, says: complaint?.text, isJSON: json != nil),
            wait: wait(code, answer, told: complaint?.wait))
    }

    func failure(
        _ code: LookupFailure.Code, _ message: String, wait: Double? = nil
    ) -> LookupFailure {
        LookupFailure(
            part: part, provider: provider, code: code, message: message,
            retryAt: wait.map { now.adding(seconds: $0) })
    }

    /// An answer that is whole but says nothing of the place.
    func nothingThere() -> LookupFailure {
        failure(.notFound, "\(provider) knows nothing of this place")
    }

    /// Throws when the answer names a place so far from the one `asked` for that it cannot be the answer's.
    ///
    /// Squares of a model may be tens of kilometres wide.
    func check(_ answered: Coordinate?, isAt asked: Coordinate) throws(LookupFailure) {
        guard let answered, answered.distance(to: asked) > 100_000 else { return }
        throw failure(.badAnswer, "\(provider) answered for another place")
    }

    /// An answer that is JSON, but of something else.
    func misses(_ what: String) -> LookupFailure {
        failure(
            .badAnswer,
            "\(provider) sent an answer without \(what); check its base_url in the settings")
    }

    /// What a status means, in the answer's head or repeated in its body.
    static func code(status: Int, isJSON: Bool = true) -> LookupFailure.Code {
        switch status {
        case 401, 403: .refused
        case 404 where isJSON: .notFound
        case 429: .rateLimited
        case 400..<500 where isJSON || status == 400: .badRequest
        case 500...: .server
        default: .badAnswer
        }
    }

    /// Seconds; a `Retry-After` counts only from 1 s to 24 h, as some are nonsense.
    private func wait(
        _ code: LookupFailure.Code, _ answer: ProviderAnswer, told: Double?
    ) -> Double? {
        guard code == .rateLimited || code == .quota || code == .server else { return nil }
        if let header = answer.retryAfter, header.isFinite { return min(max(header, 1), 86400) }
        return code == .server ? nil : told ?? limitWait
    }

    /// Bytes of a page that are looked at: more than an excerpt shows, escapes and blank lines included.
    private static let longestQuote = 2000

    private func sentence(
        _ code: LookupFailure.Code, _ answer: ProviderAnswer, says text: String?, isJSON: Bool
    ) -> String {
        // The beginning of a page is all that is shown, and searched for the key.
        let told =
            text
            ?? (isJSON
                ? nil : String(decoding: answer.body.prefix(Self.longestQuote), as: UTF8.self))
        let words = told.map { $0.isEmpty ? ": empty body" : ": \(answer.quoted($0))" } ?? ""
        let type = answer.contentType.map { answer.mayQuote($0) ? ", " + $0.excerpt : "" } ?? ""
        let cause = "status \(answer.status)\(type)\(words)"
        return switch code {
        case .refused: "\(provider) refused the request (status \(answer.status)); \(refusedAdvice)"
        case .rateLimited:
            "\(provider) has had too many requests (status \(answer.status)); it is asked again later"
        case .quota:
            "\(provider)'s quota is used up (status \(answer.status)); it is asked again later"
        case .notFound: "\(provider) knows nothing of this place"
        case .notCovered: "\(provider) does not cover this place"
        case .badRequest: "\(provider) did not accept what was asked (\(cause))"
        case .server: "\(provider) failed (\(cause)); it is asked again later"
        default: "\(provider) sent an unreadable answer (\(cause)); it is asked again later"
        }
    }
}

extension ProviderAnswer {
    /// `text` in quotation marks, made fit to be shown.
    fileprivate func quoted(_ text: String) -> String {
        mayQuote(text) ? "\"\(text.excerpt)\"" : "its words repeat the key and are not quoted"
    }
}
