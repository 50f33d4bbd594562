import Domain

/// The document of Locationforecast: steps in the order of their time, first of one hour, later of six.
struct MetNorwaySeries {
    var updatedAt: Timestamp?
    var steps: [MetNorwayStep]

    /// Nil when it has no time series, not even an empty one.
    init?(_ json: JSON) {
        let properties = json["properties"]
        guard case .array(let items) = properties["timeseries"] else { return nil }
        updatedAt = Timestamp(metNorway: properties["meta"]["updated_at"])
        steps = items.compactMap(MetNorwayStep.init).sorted { $0.time < $1.time }
    }

    /// The last step that has begun; the first one may begin later, and is then the nearest to now.
    ///
    /// Nil when that is more than six hours away, the longest step there is: the series is of another time.
    func current(at now: Timestamp) -> MetNorwayStep? {
        let nearest = steps.last { $0.time <= now } ?? steps.first
        return nearest.flatMap { abs($0.time.seconds(since: now)) <= 6 * 3600 ? $0 : nil }
    }
}

/// One step: values of an instant, and what the hour and the six hours after it bring.
struct MetNorwayStep {
    let time: Timestamp
    let instant: JSON
    let nextHour: MetNorwayWindow
    let nextSixHours: MetNorwayWindow

    /// Nil without a time. Whatever else is missing is not known.
    init?(_ json: JSON) {
        guard let time = Timestamp(metNorway: json["time"]) else { return nil }
        self.time = time
        let data = json["data"]
        instant = data["instant"]["details"]
        nextHour = MetNorwayWindow(data["next_1_hours"])
        nextSixHours = MetNorwayWindow(data["next_6_hours"])
    }
}

/// What some hours after a step bring: the last step of a document has none.
struct MetNorwayWindow {
    let symbol: JSON
    /// Millimetres in all of its hours.
    let precipitation: Double?

    init(_ json: JSON) {
        symbol = json["summary"]["symbol_code"]
        precipitation = json["details"]["precipitation_amount"].number
    }

    var condition: Condition? { Condition(metNorway: symbol) }
}

extension Timestamp {
    fileprivate init?(metNorway json: JSON) {
        guard case .string(let text) = json else { return nil }
        self.init(rfc3339: text)
    }
}
