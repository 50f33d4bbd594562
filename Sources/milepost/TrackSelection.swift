import Domain
import Glibc
import Store
import Wiring

/// The part of the history that `--from`, `--to` and `--trip` name.
extension Session {
    /// The history, and its path for who changes it; `all` is for what is not told but done.
    func history(
        includingDeleted: Bool = false, includingPrivate all: Bool = false
    ) throws -> (path: String, reader: HistoryReader) {
        guard let path = historyPath else {
            throw CommandFailure(
                .configuration, "No history is kept: name a file for it in store.path.")
        }
        guard access(path, F_OK) == 0 else {
            if let owner = loaded.foreign?.owner {
                throw CommandFailure(
                    .notPermitted,
                    "There is no history of yours at \(path), and that of this machine belongs to"
                        + " \(owner): use `sudo milepost \(invocation.command.rawValue)`.")
            }
            throw CommandFailure(
                .negative,
                "There is no history at \(path): `milepost run` writes one, and so does"
                    + " `milepost replay --store`.")
        }
        let zones = all ? [] : settings.zones.compactMap(\.zone)
        return (
            path,
            try HistoryReader(path: path, includingDeleted: includingDeleted, zones: zones)
        )
    }

    /// What `--from` and `--to` say; everything where they are not given.
    func range() throws(CommandFailure) -> ClosedRange<Timestamp> {
        let from = try time(.from)?.first ?? HistoryReader.always.lowerBound
        let to = try time(.to)?.last ?? HistoryReader.always.upperBound
        guard from <= to else {
            throw CommandFailure(.usage, "--from is after --to: exchange the two.")
        }
        return from...to
    }

    private func time(_ option: Option) throws(CommandFailure) -> TimeArgument? {
        guard let text = invocation.text(option) else { return nil }
        guard let time = TimeArgument(text, zone: renderer.zone, now: .now()) else {
            throw CommandFailure(
                .usage,
                "\(option.dashed) \(text) is no time: write it like 2026-05-04,"
                    + " \"2026-05-04 13:20\", 2026-05-04T13:20:00Z, today or yesterday.")
        }
        return time
    }

    /// The stretch of time that is meant: `--trip`, with what tells where it ended, or else `--from` and `--to`.
    func selection(in reader: HistoryReader) throws -> ClosedRange<Timestamp> {
        guard invocation.has(.trip) else { return try range() }
        let all = try reader.trips(in: HistoryReader.always)
        let trip = try trip(in: all)
        let told = HistoryReader.timeOfEnd(of: trip)
        let next = all.first { $0.firstTime > trip.end.time }?.firstTime.adding(seconds: -0.001)
        return trip.firstTime...max(trip.end.time, min(told, next ?? told))
    }

    /// As `selection`, for who deletes it or takes that back: a trip with the whole stay at its end, and with what is
    /// private at both of its ends and so is not listed.
    func stretch(includingDeleted: Bool = false) throws -> ClosedRange<Timestamp> {
        guard invocation.has(.trip) else { return try range() }
        let listed = try history(includingDeleted: includingDeleted).reader
        let all = try history(includingDeleted: includingDeleted, includingPrivate: true).reader
        let listedTrips = try listed.trips(in: HistoryReader.always)
        let allTrips = try all.trips(in: HistoryReader.always)
        let trip = try trip(in: listedTrips)
        let whole = allTrips.last {
            ($0.firstTime...$0.end.time).contains(trip.start.time)
        }
        var start = min(trip.firstTime, whole?.firstTime ?? trip.firstTime)
        if start < trip.firstTime {
            // What is listed before it is another trip, or another part of this one.
            var before = listed.points(in: start...trip.firstTime.adding(seconds: -0.001))
            while case let points = try before.next(), let last = points.last {
                start = last.time.adding(seconds: 0.001)
            }
        }
        let next = (listedTrips + allTrips).map(\.firstTime).filter { $0 > trip.end.time }.min()
        return
            start...max(
                trip.end.time, next?.adding(seconds: -0.001) ?? HistoryReader.always.upperBound)
    }

    private func trip(in all: [Trip]) throws(CommandFailure) -> Trip {
        let name = invocation.text(.trip) ?? ""
        guard !invocation.has(.from), !invocation.has(.to) else {
            throw CommandFailure(.usage, "--trip has its own times: leave --from and --to out.")
        }
        let trips = all.filter { $0.id.hasPrefix(name) }
        guard let trip = trips.first else {
            throw CommandFailure(
                .negative,
                "No trip is called \(name.printable): `milepost track list` shows them all.")
        }
        guard trips.count == 1 else {
            throw CommandFailure(
                .usage,
                "\(trips.count) trips begin with \(name.printable), \(trip.id) and \(trips[1].id)"
                    + " among them: write more of the name.")
        }
        return trip
    }
}
