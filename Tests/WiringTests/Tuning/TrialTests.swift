import Domain
import Testing
import Wiring

/// A drive north at 20 m/s, a fix a second; the first position is taken after 10 s, at 200 m.
@Suite("Settings tried on a recording")
struct TrialTests {
    private static let start = Timestamp(milliseconds: 1_777_863_600_000)

    private func fixes(_ seconds: ClosedRange<Int>) -> [Fix] {
        seconds.map { second in
            Fix(
                source: .recording, mode: .threeD, time: Self.start.adding(seconds: Double(second)),
                latitude: 36 + Double(second) * 20 / 111_195.08, longitude: 127, accuracy: 4,
                speed: 20)
        }
    }

    private func tried(_ settings: Settings, _ stretches: [[Fix]]) -> Tuning {
        var trial = Trial(name: "a", settings, isDrawn: true)
        for stretch in stretches { trial.take(stretch) }
        trial.finish()
        return trial.tuning
    }

    @Test("counts what matters, the longest time and the longest way without it")
    func counts() {
        // At 60 s and 500 m at least: 10, 70, 130, and the end at 150 s.
        let tuning = tried(Settings(), [fixes(0...99), fixes(100...150)])
        #expect(tuning.mileposts.map { $0.time.seconds(since: Self.start) } == [10, 70, 130, 150])
        #expect(tuning.accepted == 4)
        #expect(tuning.fixes == 151)
        #expect(tuning.greatestGap == 60)
        #expect(abs(tuning.longestStretch - 1200) < 0.1)
        #expect(abs(tuning.distance - 2800) < 0.1)
        // On a straight line only the accepted fixes themselves.
        #expect(tuning.trackPoints == 4)
    }

    @Test("the way through a tunnel counts, the way to where the next day begins does not")
    func tunnel() {
        // Nothing between 30 s and 630 s, which at 20 m/s are 12 km.
        let tuning = tried(Settings(), [fixes(0...30), fixes(630...640)])
        #expect(abs(tuning.longestStretch - 12_000) < 0.1)
        #expect(abs(tuning.distance - 12_600) < 0.1)
        var nextDay = fixes(630...640)
        for index in nextDay.indices {
            nextDay[index].time = nextDay[index].time?.adding(seconds: 86_400)
        }
        #expect(tried(Settings(), [fixes(0...30), nextDay]).longestStretch < 500)
    }

    @Test("each part costs a request in each cell, and again when its answer is no longer good")
    func requests() {
        // 36 to 36.0270 N: the cells of 0.001° of four places; of 0.02° the first (36.0018, under 36.01) and the
        // second (36.0126, 36.0234, 36.0270); of 0.1° one.
        var settings = Settings()
        settings.addressProviders = ["gazetteer", "nominatim"]
        let tuning = tried(settings, [fixes(0...150)])
        #expect(tuning.requests == [.address: 4, .weather: 2, .forecast: 1])
        // The places of this machine are no service.
        #expect(
            tried(Settings(), [fixes(0...150)]).requests == [.weather: 2, .forecast: 1])
        settings.weatherProviders = []
        #expect(tried(settings, [fixes(0...150)]).requests == [.address: 4])
        settings.weatherProviders = ["open-meteo"]
        var parked = fixes(0...0)
        for second in stride(from: 1.0, through: 7300, by: 1) {
            var fix = parked[0]
            fix.time = Self.start.adding(seconds: second)
            parked.append(fix)
        }
        // 0 is acquired at 5 s; heartbeats after 1,800 s: at 5, 1805, 3605, 5405 and 7205 s. Weather is good for 600 s,
        // a forecast for 3,600 s: at 5, 3605 and 7205 s.
        #expect(tried(settings, [parked]).requests == [.address: 1, .weather: 5, .forecast: 3])
    }

    @Test("without a way there is no stretch, and without two mileposts no gap")
    func nothing() {
        let tuning = tried(Settings(), [])
        #expect(tuning.greatestGap == nil)
        #expect(tuning.longestStretch == 0)
        #expect(tuning.requests.isEmpty)
    }
}
