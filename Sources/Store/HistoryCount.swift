/// Rows of a history, by what they are.
package struct HistoryCount: Hashable, Sendable {
    package var fixes = 0
    package var points = 0
    /// Mileposts and states.
    package var others = 0

    package init(fixes: Int = 0, points: Int = 0, others: Int = 0) {
        self.fixes = fixes
        self.points = points
        self.others = others
    }

    package var isZero: Bool { fixes == 0 && points == 0 && others == 0 }

    package static func += (a: inout HistoryCount, b: HistoryCount) {
        a.fixes += b.fixes
        a.points += b.points
        a.others += b.others
    }
}
