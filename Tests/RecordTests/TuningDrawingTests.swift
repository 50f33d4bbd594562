import Domain
import Record
import Testing

/// Two places 1,000 m apart from south to north: 37.5547 − 1000 / 111,195.08 = 37.545707.
@Suite("The picture of compared settings")
struct TuningDrawingTests {
    private func tuning(_ name: String, _ reasons: [AcceptedFix.Reason] = [.distance]) throws
        -> Tuning
    {
        let south = try #require(Coordinate(latitude: 37.545707, longitude: 126.9706))
        let fix = try Samples.fix(reasons: reasons)
        var tuning = Tuning(name: name)
        tuning.track = [
            TrackPoint(time: Samples.time, coordinate: south, startsSegment: true),
            TrackPoint(time: Samples.time, coordinate: fix.coordinate),
        ]
        tuning.mileposts = [fix]
        tuning.accepted = 1
        return tuning
    }

    private func svg(_ tunings: [Tuning]) throws -> String {
        try #require(try TuningDrawing(Samples.renderer(.en)).svg(tunings))
    }

    @Test("The track runs from bottom to top of its panel, and the milepost stands at its end")
    func panel() throws {
        let text = try svg([try tuning("train")])
        // 360 pixels less a margin of 16 above and below.
        #expect(text.contains("d=\"M0.0 328.0L0.0 0.0\""))
        #expect(text.contains("cx=\"0.0\" cy=\"0.0\""))
        #expect(text.contains(">train</text>"))
    }

    @Test("A stop is square, what moved on is round, and each tells its time and reason")
    func marks() throws {
        let text = try svg([try tuning("a", [.stopped]), try tuning("b")])
        #expect(text.contains("<rect x=\"-4.0\" y=\"-4.0\""))
        #expect(text.contains("<title>2026-11-30T05:03:07.000Z stopped here</title></rect>"))
        #expect(text.contains("<title>2026-11-30T05:03:07.000Z moved on</title></circle>"))
    }

    @Test("The scale is a round distance of at most a hundred pixels")
    func scale() throws {
        // 328 pixels are 1,000 m, so 100 pixels are 305 m.
        #expect(try svg([try tuning("a")]).contains(">200 m</text>"))
    }

    @Test("Names are text and nothing else")
    func escaping() throws {
        let text = try svg([try tuning("a<script>&\u{1B}[31m")])
        #expect(text.contains(">a&lt;script&gt;&amp;"))
        #expect(!text.contains("\u{1B}"))
    }

    @Test("There is no map of one place")
    func nothing() throws {
        var still = try tuning("a")
        still.track.removeLast()
        still.mileposts = []
        #expect(try TuningDrawing(Samples.renderer(.en)).svg([still, Tuning(name: "b")]) == nil)
    }
}
