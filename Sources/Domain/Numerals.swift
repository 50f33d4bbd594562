/// Numbers as text for machines and tables: always a point, never an exponent, whatever the system's locale.
extension Int {
    /// Filled up with zeros on the left: 7 in two digits is `07`; a longer number stays whole.
    package func digits(_ width: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
}

extension Double {
    /// With so many decimal places and never `-0`; for finite numbers below 10¹², exact up to 15 digits in all.
    package func fixed(_ places: Int) -> String {
        let scale = (0..<places).reduce(1) { power, _ in power * 10 }
        let units = Int((magnitude * Double(scale)).rounded())
        let whole = (self < 0 && units > 0 ? "-" : "") + String(units / scale)
        return places == 0 ? whole : "\(whole).\((units % scale).digits(places))"
    }

    /// Whole numbers without a fraction: `500`, `20.5`.
    package var shortest: String { Int(exactly: self).map(String.init) ?? String(self) }
}
