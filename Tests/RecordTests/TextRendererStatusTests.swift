import Domain
import Foundation
import Record
import Testing

@Suite("Text of states, summaries and status", .serialized)
struct TextRendererStatusTests {
    @Test("a state says what to do: in English in the receiver's own words where it has some")
    func state() throws {
        let bare = StateChange(
            mode: .tracking, receiver: Receiver(.waitingForGpsd), since: Samples.time)
        #expect(
            try Samples.renderer(.en).render(.state(bare)) == """
                      Mon 30 Nov 2026, 14:03:07 +09:00  tracking · waiting for gpsd
                      Start gpsd: sudo systemctl start gpsd.socket

                """)
        var detailed = bare
        detailed.receiver.detail = "No gpsd answers on pi:2947."
        #expect(
            try Samples.renderer(.en).render(.state(detailed)) == """
                      Mon 30 Nov 2026, 14:03:07 +09:00  tracking · waiting for gpsd
                      No gpsd answers on pi:2947.

                """)
        #expect(
            try Samples.renderer(.ko).render(.state(detailed)) == """
                      2026년 11월 30일 (월) 14:03:07 +09:00  추적 중 · gpsd 기다리는 중
                      gpsd를 시작하세요: sudo systemctl start gpsd.socket
                      No gpsd answers on pi:2947.

                """)
        detailed.receiver = Receiver(.fix, detail: "Fixes come from gpsd at pi:2947")
        #expect(
            try Samples.renderer(.ko).render(.state(detailed)) == """
                      2026년 11월 30일 (월) 14:03:07 +09:00  추적 중 · 위치 수신 중

                """)
    }

    @Test("L08 a state from before the clock was set says so instead of a false date")
    func unsetClock() throws {
        let change = StateChange(
            mode: .acquiring, receiver: Receiver(.noDevice), since: Timestamp(milliseconds: 20_000))
        #expect(
            try Samples.renderer(.en).render(.state(change)).hasPrefix(
                "      time not set  acquiring a first position · no receiver\n"))
        #expect(
            try Samples.renderer(.ko).render(.state(change)).hasPrefix(
                "      시각 미설정  첫 위치 확인 중 · 수신기 없음\n"))
    }

    @Test(
        "every state of the receiver that is not a fix comes with a remedy",
        arguments: [Language.en, .ko], ReceiverState.allCases)
    func remedies(language: Language, state: ReceiverState) throws {
        let change = StateChange(mode: .tracking, receiver: Receiver(state), since: Samples.time)
        let text = try Samples.renderer(language).render(.state(change))
        #expect(text.split(separator: "\n").count == (state == .fix ? 1 : 2))
    }

    @Test("paused and overridden say how to go on", arguments: [Language.en, .ko])
    func modes(language: Language) throws {
        let renderer = try Samples.renderer(language)
        func text(_ mode: Mode) -> String {
            renderer.render(
                .state(StateChange(mode: mode, receiver: Receiver(.fix), since: Samples.time)))
        }
        #expect(text(.paused).contains("milepost resume"))
        #expect(text(.overridden).contains("milepost override --clear"))
    }

    @Test("a summary in English and Korean, the most frequent reason first")
    func summary() throws {
        #expect(
            try Samples.renderer(.en).render(.summary(Samples.summary)) == """
                      Fixes      1,234
                      Accepted   56
                      Rejected   too near the last 1,100 · too inaccurate 39
                                 impossible jump 39
                      Track      2,345 points
                      Distance   402 km
                      Requests   42 · from the cache 12 · cancelled 3
                      Time       1.2 s

                """)
        #expect(
            try Samples.renderer(.ko, .imperial).render(.summary(Samples.summary)) == """
                      수신    1,234
                      기록    56
                      제외    이전 위치와 너무 가까움 1,100 · 정확도 부족 39 · 불가능한 이동 39
                      경로    2,345점
                      거리    250mi
                      요청    42 · 캐시 12 · 취소 3
                      시간    1.2초

                """)
    }

    private func status(stale: Bool) throws -> Schema.Status {
        var status = Status(
            version: "0.1.0", mode: .tracking,
            receiver: stale ? Receiver(.stale) : Receiver(.fix), since: Samples.time)
        status.fix = Status.LastFix(
            try Samples.fix(), age: stale ? 7_530 : 12.7, isStale: stale)
        status.address = Address(label: "31 Sejong-daero, Jung-gu, Seoul", provider: "nominatim")
        status.weather = Weather(provider: "open-meteo")
        status.weather?.temperature = 8
        status.weather?.observedAt = Samples.time
        status.summary.fixes = 61
        status.summary.accepted = 1
        status.summary.rejected = [.near: 60]
        status.providers = [
            Status.Provider(name: "open-meteo", parts: [.weather, .forecast], requests: 12),
            Status.Provider(
                name: "nominatim", parts: [.address], requests: 1, failures: 1,
                blocked: "the program was refused",
                retryAt: Timestamp(rfc3339: "2026-11-30T15:00:00Z")),
        ]
        status.queue = 2
        return Schema.Status(status)
    }

    @Test("F16 a status tells the age of the last fix")
    func english() throws {
        #expect(
            try Samples.renderer(.en).render(status(stale: false)) == """
                milepost 0.1.0
                Mode       tracking · since Mon 30 Nov 2026, 14:03:07 +09:00
                Receiver   receiver has a fix
                Last fix   12 s ago
                           37.55470, 126.97060 ±4 m
                           Mon 30 Nov 2026, 14:03:07 +09:00 · #12
                           moved on, 1.2 km from the last
                           87 km/h NE · altitude 38 m · 9 satellites · 3D · gpsd /dev/ttyACM0
                Address    31 Sejong-daero, Jung-gu, Seoul · nominatim
                Weather    8.0 °C
                           observed Mon 30 Nov 14:03 · open-meteo
                Fixes      61
                Accepted   1
                Rejected   too near the last 60
                Track      0 points
                Distance   0 m
                Requests   0 · from the cache 0 · cancelled 0
                Time       0.0 s
                Providers  open-meteo · weather, forecast · 12 requests · 0 failed
                           nominatim · address · 1 request · 1 failed
                           not asked: the program was refused · again after Tue 1 Dec 00:00
                Queue      2

                """)
    }

    @Test("M07 a broker tells how many messages wait, since when, and why it is not connected")
    func broker() throws {
        var publishing = Status.Publishing(broker: "mqtts://pi:8883")
        publishing.queue = 1234
        publishing.oldest = Samples.time
        publishing.reason = "Connection refused"
        var status = Status(
            version: "0.1.0", mode: .tracking, receiver: Receiver(.fix), since: Samples.time)
        status.publishing = publishing
        let english = try Samples.renderer(.en).render(Schema.Status(status))
        #expect(
            english.hasSuffix(
                """
                MQTT       mqtts://pi:8883 · not connected · 1,234 waiting
                           the oldest of Mon 30 Nov 2026, 14:03:07 +09:00
                           Connection refused

                """))
        let korean = try Samples.renderer(.ko).render(Schema.Status(status))
        #expect(korean.contains("연결 안 됨 · 대기 1,234건"))
        status.publishing?.isConnected = true
        let connected = try Samples.renderer(.en).render(Schema.Status(status))
        #expect(connected.contains("mqtts://pi:8883 · connected"))
    }

    @Test("a stale fix is marked so that nobody takes it for the present place")
    func stale() throws {
        let english = try Samples.renderer(.en).render(status(stale: true))
        #expect(
            english.contains(
                """
                Receiver   receiver silent
                           Check the receiver's cable; cgps shows what gpsd gets.
                Last fix   STALE, 2 h 5 min old: not the present place

                """))
        let korean = try Samples.renderer(.ko).render(status(stale: true))
        #expect(korean.contains("위치    오래된 위치 (2시간 5분 전): 현재 위치가 아님\n"))
    }

    @Test(
        "an age in its two largest units",
        arguments: [
            (0, "0 s", "0초"), (59.9, "59 s", "59초"), (60, "1 min", "1분"), (3_599, "59 min", "59분"),
            (3_600, "1 h", "1시간"), (7_530, "2 h 5 min", "2시간 5분"), (86_400, "1 d", "1일"),
            (86_459, "1 d", "1일"), (277_200, "3 d 5 h", "3일 5시간"), (-5, "0 s", "0초"),
        ])
    func ages(seconds: Double, english: String, korean: String) throws {
        var wire = try status(stale: false)
        wire.fix?.age_s = seconds
        #expect(try Samples.renderer(.en).render(wire).contains("Last fix   \(english) ago\n"))
        #expect(try Samples.renderer(.ko).render(wire).contains("위치    \(korean) 전\n"))
    }

    @Test("without a fix it says so")
    func noFix() throws {
        var wire = try status(stale: false)
        wire.fix = nil
        #expect(try Samples.renderer(.en).render(wire).contains("Last fix   none yet\n"))
        #expect(try Samples.renderer(.ko).render(wire).contains("위치    아직 없음\n"))
    }

    @Test("words of a newer daemon are shown as they come, without control characters")
    func unknownWords() throws {
        var wire = try status(stale: false)
        wire.mode = "hovering\u{1B}c"
        wire.receiver = "quantum"
        let text = try Samples.renderer(.en).render(wire)
        #expect(text.contains("Mode       hovering\\u001bc · since"))
        #expect(text.contains("Receiver   quantum\n"))
    }

    @Test("places by name stand in columns")
    func places() throws {
        let json = """
            [{"label":"Seoul, KR","lat":37.5665,"lon":126.978,"provider":"openweathermap"},
             {"label":"서울역, 대한민국","lat":-7.5547,"lon":126.9706,"provider":"photon"}]
            """
        let places = try JSONDecoder().decode([Schema.Place].self, from: Data(json.utf8))
        #expect(
            try Samples.renderer(.en).render(places) == """
                Seoul, KR         37.56650, 126.97800  openweathermap
                서울역, 대한민국  -7.55470, 126.97060  photon

                """)
        #expect(try Samples.renderer(.en).render([Schema.Place]()) == "Nothing found.\n")
        #expect(try Samples.renderer(.ko).render([Schema.Place]()) == "찾지 못했습니다.\n")
    }
}
