import Domain

/// One page of an answer.
struct KMAPage {
    var rows: [JSON]
    /// How many rows there are on all pages.
    var total: Int
    /// How many a page has, but for the last; nil when it is not told.
    var size: Int?

    /// Nil when this is no answer of the service. No rows at all are sent as an empty text, a single one bare.
    init?(_ json: JSON) {
        let body = json["response"]["body"]
        guard body.isObject else { return nil }
        let item = body["items"]["item"]
        rows = item.isObject ? [item] : item.items
        total = body["totalCount"].integer ?? rows.count
        size = body["numOfRows"].integer
    }
}

/// All rows of one issue.
struct KMAIssue {
    /// As it was asked for.
    let issuance: KMAIssuance
    let rows: [JSON]

    /// The hours it tells of, in order.
    var slots: [KMASlot] {
        let coded = codedPart
        var hours: [Timestamp: [String: JSON]] = [:]
        for row in rows {
            guard let category = row["category"].text,
                let time = KST.time(date: row["fcstDate"], clock: row["fcstTime"])
            else { continue }
            hours[time, default: [:]][category] = row["fcstValue"]
        }
        return hours.map { time, values in
            KMASlot(time: time, values, isCoded: coded.map { time > $0 } ?? false)
        }
        .sorted { $0.time < $1.time }
    }

    /// What was observed; nil when nothing can be read.
    var observation: KMASlot? {
        var values: [String: JSON] = [:]
        for row in rows {
            if let category = row["category"].text { values[category] = row["obsrValue"] }
        }
        return values.isEmpty ? nil : KMASlot(time: issuance.time, values)
    }

    /// False when a row says that it is of another issue or place; what a row does not say is believed.
    func answers(for place: KMA.Place) -> Bool {
        let asked: [String: String] =
            switch place {
            case .cell(let cell):
                [
                    "baseDate": issuance.date, "baseTime": issuance.clock, "nx": String(cell.x),
                    "ny": String(cell.y),
                ]
            case .region(let code): ["regId": code]
            }
        return rows.allSatisfy { row in
            asked.allSatisfy { key, value in
                // A time sent as a number has lost its first zero.
                row[key].text.map { $0 == value || Int($0) ?? -1 == Int(value) } ?? true
            }
        }
    }

    /// The midnight after which the forecast of days goes on in steps of three hours, with codes for amounts and wind.
    ///
    /// Three days on, four for what is issued in the evening. Numbers look alike before and after it.
    private var codedPart: Timestamp? {
        guard issuance.operation == .shortTerm else { return nil }
        let base = issuance.time
        let days = KST.secondOfDay(base) < 17 * 3600 ? 3.0 : 4.0
        return KST.midnight(before: base).adding(seconds: days * 86400)
    }
}
