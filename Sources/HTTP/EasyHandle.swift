import CCurl

/// Owner of one `CURL *` and of the header list it reads.
///
/// Lives on the loop thread only. libcurl copies every string set here except `CURLOPT_POSTFIELDS`, which is not
/// used, and the header list, which is freed after the handle.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// Nil when libcurl is out of memory.
    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(headers)
    }

    func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try check(curl_shim_set_string(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try check(curl_shim_set_long(pointer, option, value))
    }

    /// For the options named `…_LARGE`.
    func setLarge(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try check(curl_shim_set_offset(pointer, option, curl_off_t(value)))
    }

    func setHeaders(_ lines: [String]) throws(HTTPError) {
        for line in lines {
            guard let longer = curl_slist_append(headers, line) else {
                throw .curl(CURLE_OUT_OF_MEMORY)
            }
            headers = longer
        }
        try check(curl_shim_set_list(pointer, CURLOPT_HTTPHEADER, headers))
    }

    /// The context must live as long as transfers of this handle are performed.
    func setContext(_ context: UnsafeMutableRawPointer) throws(HTTPError) {
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PRIVATE] {
            try check(curl_shim_set_context(pointer, option, context))
        }
    }

    func setReceiver(
        _ option: CURLoption, _ receiver: @escaping curl_write_callback
    ) throws(HTTPError) {
        try check(curl_shim_set_receiver(pointer, option, receiver))
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return curl_shim_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return curl_shim_get_offset(pointer, info, &value) == CURLE_OK ? Int(value) : 0
    }

    func check(_ code: CURLcode) throws(HTTPError) {
        if code != CURLE_OK { throw .curl(code) }
    }
}
