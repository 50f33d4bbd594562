import Domain
import Store
import Testing

@Suite("Trips")
struct TripsTests {
    /// Metres on the road by the second, with straight lines in between, one point every `step` seconds.
    private func track(
        _ knots: [(seconds: Double, metres: Double)], step: Double = 10
    ) throws -> [TrackPoint] {
        var points: [TrackPoint] = []
        for (a, b) in zip(knots, knots.dropFirst()) {
            let end = b.seconds == knots.last?.seconds ? b.seconds + 0.1 : b.seconds
            for second in stride(from: a.seconds, to: end, by: step) {
                let part = (second - a.seconds) / (b.seconds - a.seconds)
                let metres = a.metres + part * (b.metres - a.metres)
                points.append(try point(second, metres, starts: points.isEmpty))
            }
        }
        return points
    }

    private func trips(_ points: [TrackPoint]) -> [Trip] {
        var finder = Trips()
        return points.compactMap { finder.add($0) } + [finder.finish()].compactMap { $0 }
    }

    private func spans(_ trips: [Trip]) -> [[Double]] {
        trips.map { [$0.start.time.seconds(since: at(0)), $0.end.time.seconds(since: at(0))] }
    }

    @Test("end at a stop of five minutes and begin when it is left")
    func stop() throws {
        let points = try track([(0, 0), (600, 12_000), (1200, 12_000), (1800, 24_000)])
        let found = trips(points)
        // At 20 m/s the last 100 m take 5 s: from 600 s, at a point every 10 s, it has arrived.
        #expect(spans(found) == [[0, 600], [1200, 1800]])
        #expect(found.map { ($0.distance / 100).rounded() } == [120, 120])
        #expect(found.map(\.points) == [61, 61])
        #expect(found.map(\.id) == ["2026-05-04T0300", "2026-05-04T0320"])
        #expect(found[0].duration == 600)
    }

    @Test("go on through a red light and a short stop")
    func shortStop() throws {
        let points = try track([(0, 0), (600, 12_000), (880, 12_000), (1500, 24_000)])
        #expect(spans(trips(points)) == [[0, 1500]])
    }

    @Test("a thinned track has two points hours apart at the place of a stop")
    func thinned() throws {
        let points = [
            try point(0, 0, starts: true), try point(600, 12_000), try point(20_000, 12_030),
            try point(20_600, 24_000),
        ]
        #expect(spans(trips(points)) == [[0, 600], [20_000, 20_600]])
    }

    @Test("a receiver that does not waver shows a stop by what it lacks, and when it was left")
    func unwavering() throws {
        // There at 600 s, away again at 1800 s with 20 m/s: 500 m take 25 s.
        let points = [
            try point(0, 0, speed: 20, starts: true), try point(600, 12_000, speed: 0),
            try point(1825, 12_500, speed: 20), try point(2400, 24_000, speed: 20),
        ]
        #expect(spans(trips(points)) == [[0, 600], [1800, 2400]])
        // A slow stretch of 4 minutes more than it had to take is none.
        let slow = [
            try point(0, 0, speed: 20), try point(600, 12_000, speed: 20),
            try point(865, 12_500, speed: 20), try point(1400, 23_000, speed: 20),
        ]
        #expect(spans(trips(slow)) == [[0, 1400]])
    }

    @Test("a straight road without a point for long is no stop")
    func straight() throws {
        let points = [
            try point(0, 0, starts: true), try point(1200, 30_000), try point(1800, 45_000),
        ]
        #expect(spans(trips(points)) == [[0, 1800]])
    }

    @Test(
        "go through a tunnel, end at a gap of five minutes",
        arguments: [(180, 1), (299, 1), (300, 2)])
    func gap(seconds: Double, count: Int) throws {
        var points = try track([(0, 0), (600, 12_000)])
        for number in 0..<30 {
            points.append(
                try point(
                    600 + seconds + Double(number) * 10, 13_000 + Double(number) * 200,
                    starts: number == 0))
        }
        let found = trips(points)
        #expect(found.count == count)
        #expect(spans(found).last?[1] == 890 + seconds)
        if count == 2 { #expect(spans(found)[0] == [0, 600]) }
    }

    @Test(
        "go through a long tunnel, as only a train does; not through a night, however far",
        arguments: [
            // 22 km at 69 m/s; 10 m/s; less; half an hour at 30 m/s, and a little more.
            (seconds: 320.0, metres: 22_000.0, count: 1), (400, 4000, 1), (400, 3990, 2),
            (1800, 54_000, 1), (1801, 54_030, 2),
        ])
    func tunnel(seconds: Double, metres: Double, count: Int) throws {
        let found = trips([
            try point(0, 0, starts: true), try point(600, 12_000),
            try point(600 + seconds, 12_000 + metres, starts: true),
            try point(1200 + seconds, 24_000 + metres),
        ])
        #expect(found.count == count)
        if count == 1 { #expect(abs(found[0].distance - 24_000 - metres) < 1) }
    }

    @Test("a stop is as long as from its first point to when it was left, whatever was kept of it")
    func keptStop() throws {
        // There at 600 s; the point of 780 s is the last before 1000 s, when it leaves with 20 m/s.
        let points = [
            try point(0, 0, speed: 20, starts: true), try point(600, 12_000, speed: 0),
            try point(780, 12_004, speed: 0), try point(1025, 12_504, speed: 20),
            try point(1600, 24_000, speed: 20),
        ]
        #expect(spans(trips(points)) == [[0, 600], [1000, 1600]])
        #expect(trips(points).last?.firstTime == at(780))
    }

    @Test("a slow queue on a straight road is no stop")
    func queue() throws {
        // 500 m at 1 m/s, of which thinning leaves nothing.
        let points = [
            try point(0, 0, speed: 30, starts: true), try point(600, 18_000, speed: 30),
            try point(1100, 18_500, speed: 1.1), try point(1700, 30_000, speed: 20),
        ]
        #expect(spans(trips(points)) == [[0, 1700]])
    }

    @Test("F03 a receiver that wanders about its place makes none")
    func wandering() throws {
        var points: [TrackPoint] = []
        for number in 0..<2000 {
            let metres = Double(number * 37 % 91) - 45
            points.append(try point(Double(number) * 30, metres, starts: number == 0))
        }
        #expect(trips(points) == [])
    }

    @Test("a slow walk is one, however slow it is against the radius of a stop")
    func walk() throws {
        // 1 m/s: 100 m take 100 s.
        let found = trips(try track([(0, 0), (3600, 3600)], step: 5))
        #expect(spans(found) == [[0, 3600]])
        // 0.3 m/s: never 100 m away within 5 minutes.
        #expect(trips(try track([(0, 0), (3600, 1080)], step: 5)).allSatisfy { $0.distance < 400 })
    }

    @Test("tell the largest speed stated at a point, or none")
    func speed() throws {
        var points = [try point(0, 0), try point(60, 1000, speed: 21.5), try point(120, 2000)]
        #expect(trips(points).map(\.topSpeed) == [21.5])
        points[1].speed = nil
        #expect(trips(points).map(\.topSpeed) == [nil])
    }

    @Test("a hundred metres make one, ninety do not", arguments: [(90.0, 0), (110.0, 1)])
    func short(metres: Double, count: Int) throws {
        #expect(trips([try point(0, 0), try point(60, metres)]).count == count)
    }

    @Test("have the same names whatever comes later")
    func names() throws {
        let points = try track([
            (0, 0), (600, 12_000), (1200, 12_000), (1800, 24_000), (3000, 24_000), (3600, 0),
        ])
        let all = trips(points).map(\.id)
        #expect(all == ["2026-05-04T0300", "2026-05-04T0320", "2026-05-04T0350"])
        for count in stride(from: 20, to: points.count, by: 7) {
            let ids = trips(Array(points.prefix(count))).map(\.id)
            #expect(ids == Array(all.prefix(ids.count)))
        }
    }
}
