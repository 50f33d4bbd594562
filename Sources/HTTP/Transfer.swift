import CCurl
import FoundationEssentials

/// One request under way: collects what libcurl hands over, and answers once.
///
/// Memory: libcurl holds this object as a plain pointer (not retained). That is safe because the pointer is used
/// only by callbacks and by `id(of:)`, both only while the easy handle is in the multi handle (cleaning up a handle
/// calls back for FTP and mail alone), and the loop keeps the object from before the handle is added until after it
/// is removed. The one release is therefore the loop's; with it goes the easy handle.
final class Transfer {
    let id: Int
    let easy: EasyHandle
    private let request: HTTPRequest
    private let call: Call
    private var headers: [(name: String, value: String)] = []
    private var headerBytes = 0
    private var body = Data()
    private var failure: HTTPError?

    init(id: Int, _ request: HTTPRequest, _ call: Call, caFile: String?) throws(HTTPError) {
        guard let easy = EasyHandle() else { throw .curl(CURLE_OUT_OF_MEMORY) }
        self.id = id
        self.easy = easy
        self.request = request
        self.call = call
        try easy.configure(request, caFile: caFile)
        try easy.setContext(Unmanaged.passUnretained(self).toOpaque())
        try easy.setReceiver(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.at(context).header(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        try easy.setReceiver(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.at(context).chunk(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
    }

    /// The transfer behind a context that `init` has set.
    private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("libcurl calls back with what was set") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// The id of the transfer that `easy` belongs to.
    static func id(of easy: UnsafeMutableRawPointer) -> Int? {
        var context: UnsafeMutableRawPointer?
        guard curl_shim_get_context(easy, &context) == CURLE_OK, context != nil else { return nil }
        return at(context).id
    }

    /// Why the transfer that libcurl ended with `code` is no success; nil if it is one.
    func failure(after code: CURLcode) -> HTTPError? {
        if let failure { return failure }
        guard code != CURLE_OK else { return nil }
        return .curl(code, request, verifyResult: easy.long(CURLINFO_SSL_VERIFYRESULT))
    }

    /// Answers with what came.
    func succeed() {
        call.give(.success(response))
    }

    func fail(_ error: HTTPError) { call.give(.failure(error)) }

    /// Tells a caller that still waits that no answer will come.
    func shutDown() { fail(.cancelled(request)) }

    private var response: HTTPResponse {
        let retryAfter = easy.offset(CURLINFO_RETRY_AFTER)
        return HTTPResponse(
            status: easy.long(CURLINFO_RESPONSE_CODE), headers: headers, body: body,
            // A date in the past is negative before libcurl 8.12.
            retryAfter: retryAfter > 0 ? Double(retryAfter) : nil)
    }
}

// What the callbacks do. Anything but the number of bytes given ends the transfer.
extension Transfer {
    private func header(_ bytes: UnsafeRawBufferPointer) -> Int {
        headerBytes += bytes.count
        guard headerBytes <= request.limits.headers else {
            failure = .tooLarge(request, limit: request.limits.headers)
            return 0
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // Another hop, or the real answer after a "100 Continue".
            headers = []
        } else if let colon = line.firstIndex(of: ":") {
            headers.append(
                (
                    String(line[..<colon]),
                    String(line[line.index(after: colon)...].trimmed)
                ))
        }
        return bytes.count
    }

    private func chunk(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= request.limits.body else {
            failure = .tooLarge(request, limit: request.limits.body)
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }
}

extension Substring {
    /// Without blanks and line ends around it.
    fileprivate var trimmed: Substring {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return "" }
        return self[first...last]
    }
}
