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

extension Double {
    /// At most six decimals: `1.0E-4` and `37,5` are refused by services. For degrees.
    fileprivate var fixedPoint: String {
        var text = fixed(6)[...]
        while text.last == "0" { text = text.dropLast() }
        return String(text.last == "." ? text.dropLast() : text)
    }
}
