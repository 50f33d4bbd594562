import Domain
import HTTP

extension ProviderSender {
    /// The request as it goes out; a key may not follow a redirect to another host.
    func outgoing(_ request: ProviderRequest) throws(LookupFailure) -> HTTPRequest {
        var outgoing = HTTPRequest(
            url: request.url, headers: request.headers, userAgent: userAgent,
            redirects: .follow(max: 3))
        guard !request.needsContact || UserAgent.namesContact(userAgent) else {
            throw LookupFailure(
                part: request.part, provider: name, code: .noContact,
                message:
                    "\(name) wants to know whom to write to about its requests; set `contact` in "
                    + "the settings to an e-mail address or a URL")
        }
        guard request.key != .none else { return outgoing }
        guard let key else {
            throw LookupFailure(
                part: request.part, provider: name, code: .noKey,
                message: "\(name) has no key; \(ProviderKey.remedy(for: name))")
        }
        outgoing.redirects = .none
        switch request.key {
        case .none: break
        case .query(let parameter): outgoing.url = key.added(to: request.url, as: parameter)
        case .header(let header, let prefix):
            outgoing.headers[header] = key.header(prefix: prefix)
        }
        return outgoing
    }
}
