import Domain

/// The days of the mid-term forecast, from its two halves.
///
/// Days are counted from the date of the issue. Which are there has changed and depends on its hour: from the 3rd, 4th
/// or 5th to the 10th.
struct KMAMidTerm {
    private(set) var days: [LocalDate: Forecast.Day] = [:]

    init(temperatures: KMAIssue?, sky: KMAIssue?) {
        if let temperatures { add(temperatures, Self.setTemperatures) }
        if let sky { add(sky, Self.setSky) }
    }

    private mutating func add(
        _ issue: KMAIssue, _ set: (inout Forecast.Day, JSON, _ number: Int) -> Void
    ) {
        guard let row = issue.rows.first else { return }
        for number in 3...10 {
            let time = issue.issuance.time.adding(seconds: Double(number) * 86400)
            let date = KST.date(of: time)
            var day = days[date] ?? Forecast.Day(date: date)
            set(&day, row, number)
            if day != Forecast.Day(date: date) { days[date] = day }
        }
    }

    /// `Low` and `High` behind the keys are how far each may be off.
    private static func setTemperatures(_ day: inout Forecast.Day, _ row: JSON, _ number: Int) {
        day.min = row["taMin\(number)"].measured
        day.max = row["taMax\(number)"].measured
    }

    /// Morning and afternoon up to the 7th, the whole day after it.
    private static func setSky(_ day: inout Forecast.Day, _ row: JSON, _ number: Int) {
        let keys = ["Am", "Pm", ""].map { "\(number)\($0)" }
        day.precipitationProbability = keys.compactMap { row["rnSt\($0)"].measured }.max()
        day.condition = keys.compactMap { Condition(kmaWords: row["wf\($0)"]) }.worst
    }
}

extension Condition {
    /// Reads words such as `구름많음` or `흐리고 비/눈`: the sky first, then what falls; nil for none.
    init?(kmaWords words: JSON) {
        guard let text = words.text else { return nil }
        let parts = text.split(whereSeparator: \.isWhitespace)
        let kind: Kind? =
            switch (parts.count, parts.first) {
            case (1, _): KMAWord.sky.values.first { $0.korean == text }?.kind
            case (2, "구름많고"), (2, "흐리고"):
                KMAWord.precipitation.values.first { $0.korean == parts[1] }?.kind
            default: nil
            }
        self.init(kind ?? .unknown, rawCode: text)
    }
}
