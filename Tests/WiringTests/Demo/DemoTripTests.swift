import Domain
import Testing

import Wiring

@Suite("The demo's trip")
struct DemoTripTests {
    private let start = Timestamp(milliseconds: 1_780_000_000_000)
    private var fixes: [Fix] { DemoTrip.fixes(from: start) }

    @Test("runs from Seoul to Busan and stops at every station")
    func stations() throws {
        #expect(DemoTrip.stations.count == 10)
        let seoul = try #require(DemoTrip.stations.first).coordinate
        let busan = try #require(DemoTrip.stations.last).coordinate
        let first = try #require(fixes.first?.coordinate)
        let last = try #require(fixes.last?.coordinate)
        #expect(first.distance(to: seoul) < 30)
        #expect(last.distance(to: busan) < 30)
        for station in DemoTrip.stations.dropLast() {
            let near = fixes.filter {
                $0.speed == 0 && ($0.coordinate?.distance(to: station.coordinate) ?? .infinity) < 60
            }
            #expect(near.count >= 55, "two minutes at \(station.name), a report each 2 s")
        }
    }

    @Test("reaches 300 km/h, and has a tunnel, a poor stretch and one outlier")
    func hardships() {
        #expect(abs((fixes.compactMap(\.speed).max() ?? 0) - 300 / 3.6) < 1e-9)
        // 12 km at 83.3 m/s, a report each 2 s: 72.
        #expect((70...74).contains(fixes.filter { $0.mode == .noFix }.count))
        #expect(fixes.contains { ($0.accuracy ?? 0) > 70 })
        let jumps = zip(fixes, fixes.dropFirst()).filter {
            guard let a = $0.coordinate, let b = $1.coordinate else { return false }
            return a.distance(to: b) > 20_000
        }
        // Out and back.
        #expect(jumps.count == 2)
    }
}
