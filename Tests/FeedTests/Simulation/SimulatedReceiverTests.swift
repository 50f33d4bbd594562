import Domain
import Feed
import Testing

@Suite("A simulated receiver", .serialized)
struct SimulatedReceiverTests {
    private func fixes(
        _ change: (inout SimulatedReceiver.Settings) -> Void = { _ in }
    ) throws -> [Fix] {
        let start = try #require(Timestamp(rfc3339: "2026-05-04T00:00:00Z"))
        let points = try [0.0, 0.1].map {
            Route.Point(try #require(Coordinate(latitude: 36 + $0, longitude: 127)))
        }
        var settings = SimulatedReceiver.Settings(start: start, seed: 7)
        change(&settings)
        let drive = SimulatedDrive(
            route: try #require(Route(points)), settings: .init(cruise: 50))
        return Array(SimulatedReceiver(drive: drive, settings: settings))
    }

    @Test("tells the same drive for the same seed and another for another")
    func seeded() throws {
        #expect(try fixes() == fixes())
        #expect(try fixes() != fixes { $0.seed = 8 })
    }

    @Test("has no fix inside a tunnel and a fix on both sides of it")
    func tunnels() throws {
        let fixes = try fixes { $0.tunnels = [4000..<6000] }
        let dark = fixes.filter { $0.mode == .noFix }
        // 2 km at 50 m/s are 40 reports a second apart.
        #expect((39...41).contains(dark.count))
        #expect(dark.allSatisfy { $0.latitude == nil && $0.time != nil })
        #expect(fixes.first?.mode == .threeD && fixes.last?.mode == .threeD)
    }

    @Test("says that it is inaccurate where it is")
    func poorStretch() throws {
        let good = try #require(try fixes().first?.accuracy)
        let poor = try fixes { $0.poor = [0..<20_000] }
        #expect(abs(good - 7.35) < 1e-9)
        #expect(poor.allSatisfy { abs(($0.accuracy ?? 0) - 73.5) < 1e-9 })
    }

    @Test("throws one fix far away for each outlier asked for")
    func outliers() throws {
        let fixes = try fixes { $0.outliers = [3000, 8000] }
        #expect(fixes.filter { ($0.latitude ?? 0) > 36.2 }.count == 2)
    }

    @Test("leaves the time out where it was lost")
    func lostTime() throws {
        let fixes = try fixes { $0.timeless = [0..<1000] }
        #expect(fixes.first?.time == nil && fixes.first?.latitude != nil)
        #expect(fixes.last?.time != nil)
    }
}
