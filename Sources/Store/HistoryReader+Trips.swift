package import Domain

extension HistoryReader {
    /// Every trip that has a point in `range`, in the order of their times.
    ///
    /// The whole history is gone through, as only that tells where a trip begins, and so what it is called.
    package func trips(in range: ClosedRange<Timestamp>) throws(HistoryError) -> [Trip] {
        var trips: [Trip] = []
        func keep(_ trip: Trip?) {
            guard let trip, trip.start.time <= range.upperBound, trip.end.time >= range.lowerBound
            else { return }
            trips.append(trip)
        }
        var finder = Trips()
        var points = points(in: Self.always)
        while case let chunk = try points.next(), !chunk.isEmpty {
            for point in chunk { keep(finder.add(point)) }
        }
        keep(finder.finish())
        return trips
    }

    /// What is known of one end of a trip.
    package struct TripEnd: Hashable, Sendable {
        package var address: Schema.Address?
        package var weather: Schema.Weather?
    }

    /// Seconds after the end of a trip for which its traveller surely was still there.
    private static let stay = 299.0
    /// Seconds after which weather is no longer that of the trip.
    package static let weatherAge = 7200.0

    /// Where `trip` began and ended, and the weather there: what was told last, as it stands until something else is.
    package func ends(of trip: Trip) throws(HistoryError) -> (from: TripEnd, to: TripEnd) {
        (try end(at: trip.start.time), try end(at: Self.timeOfEnd(of: trip)))
    }

    /// When it is told where `trip` ended: by the fix that found the stop, some minutes later.
    package static func timeOfEnd(of trip: Trip) -> Timestamp {
        trip.end.time.adding(seconds: stay)
    }

    private func end(at time: Timestamp) throws(HistoryError) -> TripEnd {
        TripEnd(
            address: try address(at: time), weather: try weather(at: time, age: Self.weatherAge))
    }
}
