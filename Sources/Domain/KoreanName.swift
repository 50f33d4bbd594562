/// A Korean name without the unit that it ends with.
package enum KoreanName {
    private static let units = [
        "특별자치시", "특별자치도", "특별시", "광역시", "시", "군", "구", "도", "-si", "-gun", "-gu", "-do",
    ]

    /// As it is said: 서울 of 서울특별시. Nil without a unit, and where only one syllable would be left: 중구 is never
    /// called 중.
    package static func withoutUnit(_ name: String) -> String? {
        guard let unit = units.first(where: name.hasSuffix), name.count >= unit.count + 2 else {
            return nil
        }
        return String(name.dropLast(unit.count))
    }
}
