import Domain
import Record
import Testing

@Suite("The table of compared settings")
struct TextRendererTuningTests {
    private static let rows: [Schema.Tuning] = {
        var train = Tuning(name: "train")
        train.accepted = 1116
        train.requests = [.address: 1000, .weather: 200, .forecast: 34]
        train.trackPoints = 371
        train.greatestGap = 399
        train.longestStretch = 7543
        return [Schema.Tuning(train), Schema.Tuning(Tuning(name: "walk\u{1B}[31m"))]
    }()

    @Test("one line for each choice, numbers below each other")
    func english() throws {
        #expect(
            try Samples.renderer(.en).render(Self.rows) == """
                settings        accepted  requests  track points  greatest gap  longest stretch
                train              1,116     1,234           371         6 min           7.5 km
                walk\\u001b[31m         0         0             0             –              0 m

                """)
    }

    @Test("in Korean")
    func korean() throws {
        #expect(
            try Samples.renderer(.ko).render(Self.rows).hasPrefix(
                """
                설정             기록   요청  경로 점  최대 간격  최장 구간
                train           1,116  1,234      371        6분      7.5km

                """))
    }
}
