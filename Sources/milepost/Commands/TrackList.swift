import Domain
import Record
import Store

extension Session {
    /// `milepost track list`: the trips.
    func trackList() throws -> ExitCode {
        let (_, reader) = try history()
        var trips: [Schema.Trip] = []
        for trip in try reader.trips(in: try range()) {
            let (from, to) = try reader.ends(of: trip)
            trips.append(Schema.Trip(trip, from: from, to: to))
        }
        guard !trips.isEmpty else {
            throw CommandFailure(.negative, "The history has no trip of that time.")
        }
        if format == .jsonl {
            for trip in trips { try show(json: trip) }
        } else {
            try show(renderer.render(trips))
        }
        return .done
    }
}

extension Schema.Trip {
    fileprivate init(_ trip: Trip, from: HistoryReader.TripEnd, to: HistoryReader.TripEnd) {
        self.init(
            trip: trip.id,
            from: Schema.TripEnd(trip.start, from), to: Schema.TripEnd(trip.end, to),
            duration_s: trip.duration.rounded(), distance_m: trip.distance.rounded(),
            top_speed: trip.topSpeed, points: trip.points)
    }
}

extension Schema.TripEnd {
    fileprivate init(_ point: TrackPoint, _ end: HistoryReader.TripEnd) {
        self.init(
            time: point.time.rfc3339, lat: point.coordinate.latitude,
            lon: point.coordinate.longitude, address: end.address?.label, weather: end.weather)
    }
}
