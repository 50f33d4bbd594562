import Database
import Domain
import Foundation
import Store
import TestSupport
import Testing

/// A folder with a history in it, a clock that stands still, and what was said.
final class Bench: Sendable {
    let folder: Folder
    let clock = TestClock()
    let diary = Diary()

    init() throws { folder = try Folder() }

    var path: String { folder.file("milepost.db") }

    /// 2026-05-04T03:00:00Z and what has passed on the test's clock.
    var time: TimeSource {
        TimeSource(clock: clock, wall: { [clock] in at(clock.seconds) }, random: { 0 })
    }

    func writer(_ origin: HistoryWriter.Origin = .live, keepDays: Int = 0) -> HistoryWriter {
        HistoryWriter(
            path: path, origin: origin, keepDays: keepDays, time: time,
            log: diary.log(now: { [clock] in clock.seconds }))
    }

    /// Rows of a query, as another program sees them.
    func rows(_ sql: String) throws -> [[SQLValue]] { try Database(readOnly: path).rows(sql) }

    /// Runs one statement in the file as another program does.
    func run(_ sql: String) throws { try Database(path: path, migrations: tables).run(sql) }

    /// Milliseconds after 03:00 of each point, as another program sees them.
    func pointTimes() throws -> [Int64] {
        try rows("SELECT time FROM track ORDER BY time").map {
            ($0[0].int64 ?? 0) - at(0).milliseconds
        }
    }

    /// Everything a reader gives.
    func points(
        _ range: ClosedRange<Timestamp> = HistoryReader.always, includingDeleted: Bool = false
    ) throws -> [TrackPoint] {
        let reader = try HistoryReader(path: path, includingDeleted: includingDeleted)
        var cursor = reader.points(in: range)
        var points: [TrackPoint] = []
        while case let chunk = try cursor.next(), !chunk.isEmpty { points += chunk }
        return points
    }
}

/// As many as the file has, so that it is opened as it is.
private let tables = Array(repeating: "SELECT 1", count: 6)

/// Seconds after 2026-05-04T03:00:00Z.
func at(_ seconds: Double) -> Timestamp {
    Timestamp(milliseconds: 1_777_863_600_000).adding(seconds: seconds)
}

/// A place on a road that leads north from 36.5 N 127.25 E.
func place(_ metres: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: 36.5, longitude: 127.25)).moved(north: metres, east: 0)
}

func point(
    _ seconds: Double, _ metres: Double = 0, speed: Double? = nil, starts: Bool = false
) throws -> TrackPoint {
    TrackPoint(
        time: at(seconds), coordinate: try place(metres), altitude: 38.5, speed: speed, course: 0,
        startsSegment: starts)
}

func fix(
    _ seq: Int, _ seconds: Double, _ metres: Double = 0, source: Fix.Source = .gpsd
) throws -> AcceptedFix {
    AcceptedFix(
        seq: seq, time: at(seconds), coordinate: try place(metres),
        fix: Fix(
            source: source, device: "/dev/ttyACM0", mode: .threeD, altitude: 38.5, accuracy: 4,
            speed: 20, course: 0, climb: 0.5, satellites: 9),
        accuracy: 5, reasons: [.distance, .coarse], distance: 512.3)
}

func milepost(
    _ fix: AcceptedFix, label: String? = nil, temperature: Double? = nil
) -> Milepost {
    var milepost = Milepost(fix: fix)
    if let label {
        milepost.address = Address(label: label, provider: "gazetteer")
        milepost.changed.append(.address)
    }
    if let temperature {
        var weather = Weather(provider: "open-meteo")
        weather.temperature = temperature
        milepost.weather = weather
        milepost.changed.append(.weather)
    }
    return milepost
}
