import Domain

/// Puts together the URL of a request, every query value escaped.
struct ServiceURL {
    private(set) var text: String
    private var separator = "?"

    /// `base` as configured, with or without a slash at its end.
    init(base: String, path: String) {
        var base = base[...]
        while base.last == "/" { base = base.dropLast() }
        text = base + path
    }

    func adding(_ name: String, _ value: String) -> ServiceURL {
        var url = self
        url.text += "\(separator)\(name)=\(value.escapedForQuery)"
        url.separator = "&"
        return url
    }

    func adding(_ name: String, degrees: Double) -> ServiceURL {
        adding(name, degrees.fixedPoint)
    }
}

extension String {
    /// All but the unreserved characters of RFC 3986 (and the comma, which lists need and queries allow) as `%XX`.
    fileprivate var escapedForQuery: String {
        let hex = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            let plain =
                character.isASCII
                && (character.isLetter || character.isNumber || "-._~,".contains(character))
            result +=
                plain ? String(character) : "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
        }
    }
}

extension Double {
    /// At most six decimals, never an exponent and always a point: `1.0E-4` and `37,5` are refused by services.
    ///
    /// For degrees; a coordinate is finite and small, so its millionths fit an integer.
    fileprivate var fixedPoint: String {
        let millionths = Int64((self * 1_000_000).rounded())
        let digits = String(millionths.magnitude % 1_000_000)
        var fraction = String(repeating: "0", count: 6 - digits.count) + digits
        while fraction.last == "0" { fraction.removeLast() }
        let whole = (millionths < 0 ? "-" : "") + String(millionths.magnitude / 1_000_000)
        return fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }
}
