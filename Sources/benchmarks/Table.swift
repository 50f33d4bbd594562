/// Rows for a person: budget, measured and ratio with their spreads.
enum Table {
    private static let head = ["", "measured", "min–max", "peer", "ratio", "min–max", "budget", ""]

    static func text(of rows: [Row]) -> String {
        let lines = [head] + rows.map(cells)
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmed + "\n"
        }.joined()
    }

    private static func cells(_ row: Row) -> [String] {
        let measured = row.rounds.spread
        let peer = row.peerRounds.map { "\(number($0.spread.median)) \(row.peer ?? "")" }
        let ratio = row.ratios?.spread
        let budget = row.budget.map {
            "≤ \(number($0))" + (row.budgetOf == .ratio ? " ×" : " \(row.unit)")
        }
        return [
            "\(row.benchmark): \(row.measure)", "\(number(measured.median)) \(row.unit)",
            "\(number(measured.least))–\(number(measured.most))", peer ?? "–",
            ratio.map { "\(number($0.median)) ×" } ?? "–",
            ratio.map { "\(number($0.least))–\(number($0.most))" } ?? "–", budget ?? "–",
            row.holds.map { $0 ? "holds" : "MISSED" } ?? "",
        ]
    }

    /// Three digits that count, or every digit before the point.
    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let places = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 4
        let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
        let rounded = (value * scale).rounded() / scale
        return places == 0 ? String(Int(rounded)) : String(rounded)
    }
}

extension String {
    /// Filled with spaces on the right.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
