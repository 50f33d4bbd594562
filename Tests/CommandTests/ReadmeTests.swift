import Domain
import Foundation
import Testing

@testable import milepost

/// The README tells what the code does; here the two are compared.
@Suite("The README", .serialized)
struct ReadmeTests {
    private let text: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    /// The words in backticks of the row of `type` in the table of events, the last column.
    private func fields(of type: String) throws -> [String] {
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| `\(type)` |") })
        let cell = try #require(row.split(separator: "|").last)
        return cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
    }

    /// The stored properties of a record, which are its keys.
    private func keys(of record: Any) -> [String] {
        Mirror(reflecting: record).children.compactMap(\.label).filter { $0 != "type" }
    }

    @Test("lists the fields of every event as the schema has them")
    func events() throws {
        let time = Timestamp(milliseconds: 0)
        let fix = Fix(source: .manual, mode: .twoD)
        let place = try #require(Coordinate(latitude: 1, longitude: 2))
        let accepted = AcceptedFix(
            seq: 1, time: time, coordinate: place, fix: fix, accuracy: nil, reasons: [],
            distance: nil)
        let change = StateChange(mode: .tracking, receiver: Receiver(.fix), since: time)
        let superseded = Superseded(seq: 1, by: 2, parts: [])
        #expect(try fields(of: "fix") == keys(of: Schema.Fix(accepted)))
        #expect(
            try fields(of: "milepost") == keys(of: Schema.Milepost(Milepost(fix: accepted))))
        #expect(try fields(of: "state") == keys(of: Schema.State(change)))
        #expect(try fields(of: "rejected") == keys(of: Schema.Rejected(fix, [])))
        #expect(try fields(of: "superseded") == keys(of: Schema.Superseded(superseded)))
        #expect(try fields(of: "summary") == keys(of: Schema.Summary(Summary())))
    }

    @Test("lists the fields of every part as the schema has them")
    func parts() throws {
        var forecast = Forecast(provider: "")
        forecast.days = [Forecast.Day(date: try #require(LocalDate("2026-05-04")))]
        forecast.hours = [Forecast.Hour(time: Timestamp(milliseconds: 0))]
        let record = Schema.Forecast(forecast)
        let days = try keys(of: #require(record.days.first))
        let hours = try keys(of: #require(record.hours.first))
        #expect(
            try fields(of: "address") == keys(of: Schema.Address(Address(label: "", provider: ""))))
        #expect(try fields(of: "weather") == keys(of: Schema.Weather(Weather(provider: ""))))
        #expect(
            try fields(of: "forecast")
                == ["provider", "issued_at", "days"] + days + ["hours"] + hours)
    }

    @Test("names every reason")
    func reasons() {
        for reason in AcceptedFix.Reason.allCases { #expect(text.contains("`\(reason.rawValue)`")) }
        for reason in RejectReason.allCases { #expect(text.contains("`\(reason.rawValue)`")) }
    }

    @Test("calls the program as its table of commands allows")
    func calls() throws {
        let calls = text.split(separator: "\n").filter { $0.hasPrefix("    milepost ") }
        #expect(calls.count > 10)
        for call in calls {
            let words = call.prefix { $0 != "#" && $0 != "|" }.split(separator: " ").dropFirst()
            _ = try Arguments.read(words.map(String.init))
        }
    }

    @Test("names every exit code")
    func codes() {
        for code in ExitCode.allCases where code != .done && code != .negative {
            #expect(text.contains("\(code.rawValue) "))
        }
    }
}
