import Domain

/// What one code of a provider means.
struct ConditionRow {
    let kind: Condition.Kind
    var intensity: Condition.Intensity?
    var thunder: Condition.ThunderPrecipitation?

    init(
        _ kind: Condition.Kind, _ intensity: Condition.Intensity? = nil,
        thunder: Condition.ThunderPrecipitation? = nil
    ) {
        self.kind = kind
        self.intensity = intensity
        self.thunder = thunder
    }
}

extension Condition {
    /// The meaning of `code` in `table`, `unknown` for a code that is not there; nil when there is no code at all.
    init?(_ code: JSON, in table: [Int: ConditionRow], isDay: Bool? = nil) {
        guard let rawCode = code.text else { return nil }
        let row = code.integer.flatMap { table[$0] } ?? ConditionRow(.unknown)
        self.init(
            row.kind, row.intensity, thunder: row.thunder, isDay: isDay, rawCode: rawCode)
    }
}

extension Sequence<Condition> {
    /// The gravest, without day or night: it stands for a whole day.
    var worst: Condition? {
        var worst = self.max { $0.isMilder(than: $1) }
        worst?.isDay = nil
        return worst
    }
}

extension Double {
    /// Rounded to hundredths, so that sums show no noise of binary fractions.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
