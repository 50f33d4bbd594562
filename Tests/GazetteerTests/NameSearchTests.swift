import Dispatch
import Domain
import Foundation
import Gazetteer
import Testing

@Suite("Searches by name beside all else", .timeLimit(.minutes(10)))
struct NameSearchTests {
    /// A gazetteer whose first search stops where it opens the database, until it is let go.
    private struct Held {
        let begun = DispatchSemaphore(value: 0)
        let go = DispatchSemaphore(value: 0)
        let gazetteer: Gazetteer

        init(_ sample: Sample) {
            let log = Log(threshold: .debug, now: { 0 }) { [begun, go] _, line in
                guard line.hasSuffix("for searches by name") else { return }
                begun.signal()
                go.wait()
            }
            gazetteer = Gazetteer(
                directory: sample.state.path, data: sample.data.path, log: log)
        }

        func hasBegun() async {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    begun.wait()
                    continuation.resume()
                }
            }
        }
    }

    private static let berlin = Coordinate(latitude: 52.52, longitude: 13.41)

    @Test("let zones and addresses be told meanwhile")
    func beside() async throws {
        let sample = try Sample()
        let held = Held(sample)
        let place = try #require(Self.berlin)
        try await held.gazetteer.prepare()
        let search = Task { try await held.gazetteer.places(named: "Paris", language: .en) }
        await held.hasBegun()
        #expect(await held.gazetteer.zone(at: place) == .utc)
        let address = try await held.gazetteer.address(Query(coordinate: place, language: .en))
        #expect(address.city == "Berlin")
        held.go.signal()
        #expect(try await search.value.map(\.label) == ["Paris, Île-de-France, France"])
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("end without an answer when they are cancelled")
    func cancelled() async throws {
        let sample = try Sample()
        let held = Held(sample)
        let search = Task { try await held.gazetteer.places(named: "Paris", language: .en) }
        await held.hasBegun()
        search.cancel()
        held.go.signal()
        await #expect {
            _ = try await search.value
        } throws: {
            ($0 as? LookupFailure)?.code == .network
        }
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("L14 find in a new database when the present one is damaged, or gone")
    func damaged() async throws {
        for text in ["damaged", nil] as [String?] {
            let sample = try Sample()
            let gazetteer = sample.gazetteer()
            try await gazetteer.prepare()
            try FileManager.default.removeItem(atPath: sample.database)
            try text?.write(toFile: sample.database, atomically: false, encoding: .utf8)
            let found = try await gazetteer.places(named: "Berlin", language: .en)
            #expect(found.map(\.label) == ["Berlin, Germany"])
            #expect(sample.state.names == ["gazetteer.db"])
        }
    }
}
