import CCurl

extension HTTPResponse {
    /// Seconds since 1970 that a header such as `Expires` tells, in any of HTTP's three forms; nil for anything else.
    package func date(_ name: String) -> Double? {
        guard let text = header(name) else { return nil }
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : Double(seconds)
    }
}
