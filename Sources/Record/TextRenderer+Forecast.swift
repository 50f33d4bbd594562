import Domain

extension TextRenderer {
    /// The days as a table, the hours as a line drawn in characters, and who says so.
    func lines(
        _ forecast: Schema.Forecast, _ block: Block, _ reference: String? = nil
    ) -> [String] {
        let rows = forecast.days.map(cells)
        let widths = (0..<7).map { column in rows.map { $0[column].columns }.max() ?? 0 }
        let table = rows.map { line($0, widths) }
        let curve = sparkline(forecast.hours.map(\.temperature), width: block.room)
        return table + (curve.map { [$0] } ?? []) + block.wrapped(origin(forecast, reference))
    }

    /// Date, condition, lowest, between, highest, probability, amount.
    private func cells(_ day: Schema.Forecast.Day) -> [String] {
        let date = LocalDate(day.date).map(words.date) ?? day.date.printable
        let condition = day.condition.map { word($0, words.condition) } ?? ""
        let low = day.min.map { decimal(measures.degrees($0)) } ?? "–"
        let high = day.max.map { decimal(measures.degrees($0)) } ?? "–"
        return [
            date, condition, low, words.rangeSeparator, high,
            day.precipitation_probability.map(measures.percent) ?? "",
            day.precipitation.map(measures.precipitation) ?? "",
        ]
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let unit = words.unitSpace + measures.degree
        let range = cells[2].aligned(to: widths[2]) + cells[3] + cells[4].aligned(to: widths[4])
        var line = "\(cells[0].padded(to: widths[0]))  \(cells[1].padded(to: widths[1]))  "
        line += range + unit
        // A column that no day fills is left out.
        for column in 5...6 where widths[column] > 0 {
            line += "  " + cells[column].aligned(to: widths[column])
        }
        return line
    }

    private func origin(_ forecast: Schema.Forecast, _ reference: String?) -> [String] {
        let temperatures = forecast.hours.compactMap(\.temperature).filter(\.isFinite)
        var items: [String] = []
        if let low = temperatures.min(), let high = temperatures.max() {
            let range =
                decimal(measures.degrees(low)) + words.rangeSeparator
                + decimal(measures.degrees(high)) + words.unitSpace + measures.degree
            let end = forecast.hours.last.map { words.until(shortTime($0.time)) } ?? ""
            items.append("\(range) \(end)")
        }
        items.append(forecast.provider.printable)
        if let issued = forecast.issued_at {
            items.append(words.issued(shortTime(issued, beside: reference)))
        }
        return items
    }
}
