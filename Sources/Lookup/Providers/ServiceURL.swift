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
        // The comma lists need, and queries allow it.
        url.text += "\(separator)\(name)=\(value.percentEncoded(allowing: ","))"
        url.separator = "&"
        return url
    }

    func adding(_ name: String, degrees: Double) -> ServiceURL {
        adding(name, degrees.fixedPoint)
    }
}

extension String {
    /// All but the unreserved characters of RFC 3986, and those of `allowed`, as `%XX`.
    func percentEncoded(allowing allowed: String = "") -> String {
        let hex = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            let plain =
                character.isASCII
                && (character.isLetter || character.isNumber || "-._~".contains(character)
                    || allowed.contains(character))
            result +=
                plain ? String(character) : "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
        }
    }
}

extension Double {
    /// At most six decimals: `1.0E-4` and `37,5` are refused by services. For degrees.
    fileprivate var fixedPoint: String {
        var text = fixed(6)[...]
        while text.last == "0" { text = text.dropLast() }
        return String(text.last == "." ? text.dropLast() : text)
    }
}
