import CCurl
import Glibc

extension HTTPError {
    static func cancelled(_ request: HTTPRequest) -> HTTPError {
        HTTPError(.cancelled, "the request to \(request.place) was cancelled")
    }

    static func tooLarge(_ request: HTTPRequest, limit: Int) -> HTTPError {
        HTTPError(
            .tooLarge, "\(request.place) sent more than \(limit) bytes; the answer was dropped")
    }

    /// A failure that has nothing to do with the request: memory, or libcurl's own state.
    static func curl(_ code: CURLcode) -> HTTPError {
        HTTPError(
            .other, "libcurl failed: \(describe(code)); restart milepost",
            curlCode: Int32(code.rawValue))
    }

    static func curl(
        _ code: CURLcode, _ request: HTTPRequest, verifyResult: Int = 0
    ) -> HTTPError {
        HTTPError(
            curlCode: Int32(code.rawValue), request, verifyResult: verifyResult, now: time(nil))
    }

    /// What libcurl's `CURLcode` means for this request.
    ///
    /// `verifyResult` is OpenSSL's verdict on the certificate, `now` the wall clock in seconds since 1970. libcurl's
    /// own error text is not used: it quotes parts of the URL, and the proxy with its password.
    package init(curlCode: Int32, _ request: HTTPRequest, verifyResult: Int, now: Int) {
        let code = CURLcode(rawValue: UInt32(bitPattern: curlCode))
        let (kind, message) =
            Self.ofConnection(code, request) ?? Self.ofAnswer(code, request)
            ?? Self.ofCertificate(code, request, verifyResult, now)
            ?? (.other, "the request to \(request.place) failed: \(Self.describe(code)); try again")
        self.init(kind, message, curlCode: curlCode)
    }

    private typealias Meaning = (Code, String)

    private static func ofConnection(_ code: CURLcode, _ request: HTTPRequest) -> Meaning? {
        let place = request.place
        return switch code {
        case CURLE_OPERATION_TIMEDOUT:
            (.timeout, "\(place) did not answer in time; check the network")
        case CURLE_COULDNT_RESOLVE_PROXY:
            (.resolve, "the proxy's name cannot be resolved; correct http_proxy or https_proxy")
        case CURLE_COULDNT_RESOLVE_HOST:
            (.resolve, "the name in \(place) cannot be resolved; check the network and its DNS")
        case CURLE_COULDNT_CONNECT:
            (.connect, "cannot connect to \(place); check that it runs and can be reached")
        default: nil
        }
    }

    private static func ofAnswer(_ code: CURLcode, _ request: HTTPRequest) -> Meaning? {
        let place = request.place
        return switch code {
        case CURLE_BAD_CONTENT_ENCODING:
            (.badEncoding, "\(place) sent a compressed answer that cannot be read")
        case CURLE_FILESIZE_EXCEEDED:
            (.tooLarge, tooLarge(request, limit: request.limits.body).message)
        case CURLE_TOO_MANY_REDIRECTS:
            (.tooManyRedirects, "\(place) redirects too often; correct the address")
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            (.badURL, "\(place) is not, or leads to no, http or https address; correct it")
        default: nil
        }
    }

    private static func ofCertificate(
        _ code: CURLcode, _ request: HTTPRequest, _ verifyResult: Int, _ now: Int
    ) -> Meaning? {
        let place = request.place
        switch code {
        case CURLE_SSL_CACERT_BADFILE:
            return (.tls, "the trusted certificates cannot be read; correct CURL_CA_BUNDLE")
        // X509_V_ERR_CERT_NOT_YET_VALID of OpenSSL's x509_vfy.h.
        case CURLE_PEER_FAILED_VERIFICATION where verifyResult == 9:
            let clock = "this machine's clock says \(day(now)); set the clock"
            return (.clock, "the certificate of \(place) is not valid yet: \(clock)")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CONNECT_ERROR,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
            let remedy = "check its certificate and CURL_CA_BUNDLE"
            return (.tls, "no secure connection to \(place): \(describe(code)); \(remedy)")
        default: return nil
        }
    }

    private static func describe(_ code: CURLcode) -> String {
        String(cString: curl_easy_strerror(code))
    }

    /// `2026-05-04`
    private static func day(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            guard let start = text.baseAddress, strftime(start, 32, "%Y-%m-%d", &parts) > 0 else {
                return "\(seconds) s"
            }
            return String(cString: start)
        }
    }
}

extension HTTPRequest {
    /// Whom the request is for, as an error names it: socket path or host and port, without anything secret.
    var place: String {
        if let unixSocket { return unixSocket }
        let parser = curl_url()
        defer { curl_url_cleanup(parser) }
        guard
            curl_url_set(parser, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
            let host = Self.part(CURLUPART_HOST, parser)
        else { return "the given address" }
        return Self.part(CURLUPART_PORT, parser).map { "\(host):\($0)" } ?? host
    }

    private static func part(_ part: CURLUPart, _ parser: OpaquePointer?) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
