import Domain
import Testing

@testable import milepost

@Suite("Status, watched")
struct StatusWatchTests {
    private func status(mode: Mode = .tracking, age: Double = 3, wall: Double = 10) -> Schema.Status
    {
        var status = Status(
            version: "1", mode: mode, receiver: Receiver(.fix),
            since: Timestamp(milliseconds: 1_777_863_721_000))
        status.summary.wallSeconds = wall
        if let place = Coordinate(latitude: 36, longitude: 127) {
            let time = Timestamp(milliseconds: 1_777_863_721_000)
            let fix = AcceptedFix(
                seq: 1, time: time, coordinate: place, fix: Fix(source: .gpsd, mode: .threeD),
                accuracy: 4, reasons: [.first], distance: nil)
            status.fix = Status.LastFix(fix, age: age, isStale: false)
        }
        return Schema.Status(status)
    }

    /// What is written for each of `statuses`; the text of one is its mode and age.
    private func written(
        _ form: StatusWatch.Form, _ statuses: [Schema.Status]
    ) throws -> [String?] {
        var watch = StatusWatch(form: form)
        var written: [String?] = []
        for status in statuses {
            written.append(
                try watch.next(status) { "\($0.mode)\n\($0.fix?.age_s ?? -1)\n" })
        }
        return written
    }

    @Test("a terminal is drawn anew each time, from its corner on, and nothing old is left")
    func screen() throws {
        let drawn = "\u{1B}[Htracking\u{1B}[K\n3.0\u{1B}[K\n\u{1B}[J"
        #expect(try written(.screen, [status(), status()]) == [drawn, drawn])
    }

    @Test("elsewhere one follows the other with a line between them, when something changed")
    func text() throws {
        let statuses = [
            status(), status(age: 4, wall: 11), status(mode: .paused, age: 5, wall: 12),
            status(mode: .paused, age: 6, wall: 13),
        ]
        #expect(
            try written(.text, statuses) == ["tracking\n3.0\n", nil, "\npaused\n5.0\n", nil])
    }

    @Test("as JSON each change is one object in one line")
    func json() throws {
        let statuses = [status(), status(age: 4), status(mode: .paused)]
        let lines = try written(.json, statuses)
        #expect(lines[1] == nil)
        for (index, mode) in [(0, "tracking"), (2, "paused")] {
            let line = try #require(lines[index])
            #expect(line.hasPrefix("{") && line.hasSuffix("}\n"))
            #expect(line.contains("\"mode\":\"\(mode)\""))
            #expect(line.filter { $0 == "\n" }.count == 1)
        }
    }
}
