package import Domain

/// How much rain in millimetres, or new snow in centimetres, is expected within an hour: mostly a class, so a range.
package struct KMAAmount: Hashable, Sendable {
    package var least: Double
    /// Nil for "and more".
    package var most: Double?
    /// False for a code, which tells how hard it falls, but not how much there will be.
    package var isMeasured = true

    package static let none = KMAAmount(least: 0, most: 0)

    package init(least: Double, most: Double?, isMeasured: Bool = true) {
        self.least = least
        self.most = most
        self.isMeasured = isMeasured
    }

    /// One number for the range: its middle, its lower end where it is open; nil for a code other than "none".
    package var typical: Double? {
        guard isMeasured || most == 0 else { return nil }
        return most.map { (least + $0) / 2 } ?? least
    }
}

extension KMAAmount {
    /// Reads a class in Korean words or a plain number: `강수없음`, `1mm 미만`, `30.0~50.0mm`, `50.0mm 이상`, `12.5`.
    ///
    /// Null, an empty text and `-` are "none" too. Nil for words that are not known, and for missing values.
    package init?(_ json: JSON) {
        if json == .null || json == .string("") {
            self = .none
            return
        }
        var text = (json.text ?? "?").filter { !$0.isWhitespace }
        for unit in ["mm", "cm"] { text = text.replacing(unit, with: "") }
        if text == "-" || text.hasSuffix("없음") {
            self = .none
        } else if text.hasSuffix("미만") {
            guard let most = text.dropLast(2).amount else { return nil }
            self.init(least: 0, most: most)
        } else if text.hasSuffix("이상") {
            guard let least = text.dropLast(2).amount else { return nil }
            self.init(least: least, most: nil)
        } else {
            let ends = text.split(separator: "~", maxSplits: 1).compactMap(\.amount)
            guard let least = ends.first, let most = ends.last, least <= most,
                text.contains("~") == (ends.count == 2)
            else { return nil }
            self.init(least: least, most: most)
        }
    }

    /// Reads a code of the three-hourly part of the forecast, by its limits in `codes`; else as any other amount.
    ///
    /// A number in words stays what it says. A bare number that is no code means nothing there.
    init?(_ json: JSON, codes: [KMAAmount]) {
        guard let number = json.number else {
            self.init(json)
            return
        }
        guard let code = Int(exactly: number), codes.indices.contains(code) else { return nil }
        self = codes[code]
    }

    /// None, weak, moderate and heavy rain; millimetres an hour.
    static let rainCodes = [
        none, KMAAmount(least: 0, most: 3, isMeasured: false),
        KMAAmount(least: 3, most: 15, isMeasured: false),
        KMAAmount(least: 15, most: nil, isMeasured: false),
    ]
    /// None, some and much snow; centimetres an hour.
    static let snowCodes = [
        none, KMAAmount(least: 0, most: 1, isMeasured: false),
        KMAAmount(least: 1, most: nil, isMeasured: false),
    ]
}

extension Substring {
    /// A number that an hour's rain or snow can have; 900 and more is how a missing value is told.
    fileprivate var amount: Double? {
        Double(self).flatMap { 0..<900 ~= $0 ? $0 : nil }
    }
}
