package import Domain

/// The parts that were written last; tells which of a milepost's are news. Pure.
package struct LastWritten: Sendable {
    private var address: Address?
    private var weather: Weather?
    private var weatherCell: Cell?
    private var forecast: Forecast?
    /// Parts of which it was told last that nothing is known there.
    private var unknown: Set<Part> = []

    package init() {}

    /// True when a part lacks an answer and that is worth a line: a failure each time, as one wants to know how long it
    /// lasts; that nothing is known there, as at sea, once until something is.
    package func lackIsNews(in milepost: Milepost) -> Bool {
        milepost.lackingParts.contains { !milepost.isUnknown($0) || !unknown.contains($0) }
    }

    /// The parts of `milepost` that differ from the ones written last.
    package func changes(in milepost: Milepost) -> [Part] {
        Part.allCases.filter { part in
            switch part {
            case .address:
                milepost.address.map(isNews) ?? false
            case .weather:
                milepost.weather.map { isNews($0, at: milepost.weatherCell) } ?? false
            case .forecast:
                milepost.forecast.map { $0.steady != forecast?.steady } ?? false
            }
        }
    }

    /// Takes `parts` of `milepost` as written.
    package mutating func write(_ parts: [Part], of milepost: Milepost) {
        unknown = unknown.subtracting(parts).union(milepost.lackingParts.filter(milepost.isUnknown))
        if parts.contains(.address) { address = milepost.address }
        if parts.contains(.forecast) { forecast = milepost.forecast }
        if parts.contains(.weather) {
            weather = milepost.weather
            weatherCell = milepost.weatherCell
        }
    }

    /// "12 km from Busan": the figure changes with every fix, the place that it is told of does not.
    private func isNews(_ new: Address) -> Bool {
        guard let old = address else { return true }
        var (new, before) = (new, old)
        let isOnePlace = new.placeID != nil && new.placeID == old.placeID
        if isOnePlace, new.provider == old.provider { before.label = new.label }
        new = new.steady
        return new != before.steady
    }

    /// An observation is told once; a later one with the same content is no news either.
    private func isNews(_ new: Weather, at cell: Cell) -> Bool {
        guard let old = weather else { return true }
        let isSamePlace =
            new.provider == old.provider && new.station == old.station
            && (new.station != nil || cell == weatherCell)
        if isSamePlace, new.observedAt != nil, new.observedAt == old.observedAt { return false }
        return new.steady != old.steady
    }
}

extension Milepost {
    /// Whether every provider asked for the part knows nothing there.
    fileprivate func isUnknown(_ part: Part) -> Bool {
        failures.allSatisfy { $0.part != part || $0.code == .notFound }
    }

    fileprivate var weatherCell: Cell { Cell(.weather, containing: fix.coordinate) }
}

// What changes with every question and says nothing new.

extension Address {
    fileprivate var steady: Address {
        var address = self
        address.distance = nil
        address.placeID = nil
        return address
    }
}

extension Weather {
    fileprivate var steady: Weather {
        var weather = self
        weather.observedAt = nil
        return weather
    }
}

extension Forecast {
    fileprivate var steady: Forecast {
        var forecast = self
        forecast.issuedAt = nil
        return forecast
    }
}
