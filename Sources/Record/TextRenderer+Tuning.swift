package import Domain

/// What `milepost tune` compares, a column each.
enum TuningColumn: CaseIterable {
    case settings, accepted, requests, trackPoints, greatestGap, longestStretch
}

extension TextRenderer {
    /// A table with one line for each choice of settings.
    package func render(_ tunings: [Schema.Tuning]) -> String {
        let rows = [TuningColumn.allCases.map(words.column)] + tunings.map(cells)
        let widths = TuningColumn.allCases.indices.map { column in
            rows.map { $0[column].columns }.max() ?? 0
        }
        return rows.map { row in
            let numbers = zip(row, widths).dropFirst().map { $0.aligned(to: $1) }
            return ([row[0].padded(to: widths[0])] + numbers).joined(separator: "  ") + "\n"
        }.joined()
    }

    private func cells(_ tuning: Schema.Tuning) -> [String] {
        [
            tuning.settings.printable, grouped(tuning.accepted),
            grouped(tuning.requests.values.reduce(0, +)), grouped(tuning.track_points),
            tuning.greatest_gap_s.map { words.duration(Int($0.rounded())) } ?? "–",
            measures.distance(tuning.longest_stretch_m),
        ]
    }
}
