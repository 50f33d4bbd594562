import CCurl

extension HTTPResponse {
    /// Seconds since 1970 that a header such as `Expires` tells, in any of HTTP's three forms; nil for anything else.
    package func date(_ name: String) -> Double? {
        header(name).flatMap(Self.seconds(ofDate:))
    }

    /// Seconds since 1970 of a date as HTTP writes it; nil for anything else.
    package static func seconds(ofDate text: String) -> Double? {
        // The C function passes over control characters, and ends at a NUL.
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : Double(seconds)
    }
}
