import Domain
import Store
import Testing

@Suite("Trips of a history", .serialized)
struct HistoryReaderTripsTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Out and back, with 20 minutes between.
    private func ride() async throws -> HistoryWriter {
        let writer = bench.writer()
        for second in 0..<600 {
            await writer.receive(.track([try point(Double(second), Double(second) * 20)]))
        }
        for second in 0..<600 {
            await writer.receive(
                .track([try point(1800 + Double(second), Double(600 - second) * 20)]))
        }
        await writer.receive(.milepost(milepost(try fix(1, 0), label: "Home", temperature: 8)))
        await writer.receive(.milepost(milepost(try fix(2, 780, 12_000), label: "Work")))
        await writer.receive(
            .milepost(milepost(try fix(3, 2500, 0), label: "Home", temperature: 12)))
        return writer
    }

    @Test("are those with a point in the range, with the names they have anyway")
    func range() async throws {
        _ = try await ride()
        let reader = try HistoryReader(path: bench.path)
        #expect(
            try reader.trips(in: HistoryReader.always).map(\.id)
                == ["2026-05-04T0300", "2026-05-04T0330"])
        #expect(try reader.trips(in: at(300)...at(400)).map(\.id) == ["2026-05-04T0300"])
        #expect(try reader.trips(in: at(2000)...at(9000)).map(\.id) == ["2026-05-04T0330"])
        #expect(try reader.trips(in: at(700)...at(1700)) == [])
    }

    @Test("have the address and the weather of their ends, as they were told last")
    func ends() async throws {
        _ = try await ride()
        let reader = try HistoryReader(path: bench.path)
        let trips = try reader.trips(in: HistoryReader.always)
        let (from, to) = try reader.ends(of: trips[0])
        #expect(from.address?.label == "Home")
        #expect(from.weather?.temperature == 8)
        #expect(to.address?.label == "Work")
        let back = try reader.ends(of: trips[1])
        #expect(back.from.address?.label == "Work")
        #expect(back.to.address?.label == "Home")
        #expect(back.to.weather?.temperature == 12)
    }

    @Test("that are deleted are told to nobody, nor is where they began")
    func deleted() async throws {
        _ = try await ride()
        try HistoryEditor(path: bench.path).delete(at(0)...at(900), at: at(5000))
        let reader = try HistoryReader(path: bench.path)
        let trips = try reader.trips(in: HistoryReader.always)
        #expect(trips.map(\.id) == ["2026-05-04T0330"])
        #expect(try reader.ends(of: trips[0]).from.address == nil)
    }
}
