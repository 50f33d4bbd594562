import CCurl
import FoundationEssentials
import Glibc

extension EasyHandle {
    /// Sets everything of `request` but the receivers.
    func configure(_ request: HTTPRequest, caFile: String?) throws(HTTPError) {
        try set(CURLOPT_URL, request.url)
        if let path = request.unixSocket { try set(CURLOPT_UNIX_SOCKET_PATH, path) }
        if let caFile { try set(CURLOPT_CAINFO, caFile) }
        try configureMethod(request)
        try setHeaders(headerLines(request))
        try configureRedirects(request)
        try configureLimits(request.limits)
        try configureProcess()
    }

    private func configureMethod(_ request: HTTPRequest) throws(HTTPError) {
        if request.body != nil || request.method == .post || request.method == .put {
            try setBody(request.body ?? Data())
        }
        if request.method == .put || request.method == .delete {
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    private func setBody(_ body: Data) throws(HTTPError) {
        // The size first: libcurl copies that many bytes.
        try setLarge(CURLOPT_POSTFIELDSIZE_LARGE, body.count)
        // An empty buffer may have no address, and null would mean "ask a callback".
        guard !body.isEmpty else { return try set(CURLOPT_COPYPOSTFIELDS, "") }
        try check(
            body.withUnsafeBytes {
                curl_shim_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
            })
    }

    private func configureRedirects(_ request: HTTPRequest) throws(HTTPError) {
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        guard case .follow(let max) = request.redirects else { return }
        try set(CURLOPT_FOLLOWLOCATION, 1)
        try set(CURLOPT_MAXREDIRS, max)
        if request.url.lowercased().hasPrefix("https:") {
            try set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        }
    }

    private func configureLimits(_ limits: HTTPRequest.Limits) throws(HTTPError) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(limits.connect))
        if let whole = limits.whole { try set(CURLOPT_TIMEOUT_MS, milliseconds(whole)) }
        if let stall = limits.stall {
            try set(CURLOPT_LOW_SPEED_LIMIT, 1)
            try set(CURLOPT_LOW_SPEED_TIME, stall)
        }
        // Refuses an announced length; what is really sent is counted after decompression.
        try setLarge(CURLOPT_MAXFILESIZE_LARGE, limits.body)
    }

    private func configureProcess() throws(HTTPError) {
        // Every encoding libcurl can undo.
        try set(CURLOPT_ACCEPT_ENCODING, "")
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Without it, removing a transfer waits for a name server that does not answer (curl issue 8515).
        try set(CURLOPT_QUICK_EXIT, 1)
        // A moving machine changes networks: names are asked anew soon.
        try set(CURLOPT_DNS_CACHE_TIMEOUT, 30)
        // A child process must not keep a closed connection open.
        try check(
            curl_shim_set_sockopt(pointer) { _, descriptor, _ in
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                return CURL_SOCKOPT_OK
            })
    }
}

/// At least 1, as 0 would mean libcurl's default.
private func milliseconds(_ seconds: Double) -> Int { max(1, Int((seconds * 1000).rounded())) }

/// `Name: value` lines; a line break in one would smuggle in another header.
private func headerLines(_ request: HTTPRequest) throws(HTTPError) -> [String] {
    // libcurl would wait a second for a "100 Continue" before a larger body.
    var lines = ["Expect:"]
    let headers = [("User-Agent", request.userAgent)] + request.headers.sorted { $0.key < $1.key }
    for (name, value) in headers {
        let line = value.isEmpty ? "\(name);" : "\(name): \(value)"
        guard line.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            throw HTTPError(
                .other, "the header \(name) contains a control character; correct the setting")
        }
        lines.append(line)
    }
    return lines
}
