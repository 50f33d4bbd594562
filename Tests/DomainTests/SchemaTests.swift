import Domain
import Foundation
import Testing

@Suite("Schema")
struct SchemaTests {
    static let time = Timestamp(milliseconds: 1_777_863_721_000)

    static func accepted(accuracy: Double? = 4, distance: Double? = nil) throws -> AcceptedFix {
        AcceptedFix(
            seq: 12, time: time,
            coordinate: try #require(Coordinate(latitude: 37.5547, longitude: 126.9706)),
            fix: Fix(
                source: .gpsd, device: "/dev/ttyACM0", mode: .threeD, time: time, altitude: 38.5,
                speed: 24.25, satellites: 9),
            accuracy: accuracy, reasons: [.distance, .coarse], distance: distance)
    }

    private func line(_ value: some Encodable) throws -> String {
        String(decoding: try Schema.json(value), as: UTF8.self)
    }

    @Test("writes a fix with the keys of the design, absent where unknown")
    func fix() throws {
        let fix = Schema.Fix(try Self.accepted(accuracy: 4.1263, distance: 1234.5678))
        #expect(
            try line(fix) == """
                {"accuracy":4.13,"alt":38.5,"device":"/dev/ttyACM0","distance":1234.6,"lat":37.5547,\
                "lon":126.9706,"mode":3,"reasons":["distance","coarse"],"sats":9,"seq":12,\
                "source":"gpsd","speed":24.25,"time":"2026-05-04T03:02:01.000Z","type":"fix"}
                """)
    }

    @Test("writes the local time of a fix where the zone of its place is known")
    func localTime() throws {
        var accepted = try Self.accepted()
        accepted.zone = try Zone("Asia/Seoul")
        let fix = Schema.Fix(accepted)
        #expect(fix.local_time == "2026-05-04T12:02:01.000+09:00")
        #expect(fix.time_zone == "Asia/Seoul")
    }

    @Test("writes a milepost with only the changed parts, and every failure")
    func milepost() throws {
        var milepost = Milepost(fix: try Self.accepted())
        milepost.address = Address(label: "서울특별시 중구 세종대로 31", provider: "nominatim")
        var weather = Weather(provider: "open-meteo")
        weather.condition = Condition(.rain, .light, rawCode: "61")
        weather.temperature = 8.4
        milepost.weather = weather
        milepost.changed = [.weather]
        milepost.failures = [
            LookupFailure(
                part: .forecast, provider: "open-meteo", code: .rateLimited, message: "too many",
                retryAt: Self.time)
        ]
        #expect(
            try line(Schema.Milepost(milepost)) == """
                {"changed":["weather"],"failures":[{"code":"rate-limited","message":"too many",\
                "part":"forecast","provider":"open-meteo","retry_at":"2026-05-04T03:02:01.000Z"}],\
                "lat":37.5547,"lon":126.9706,"seq":12,"time":"2026-05-04T03:02:01.000Z",\
                "type":"milepost","weather":{"condition":"rain","provider":"open-meteo",\
                "temperature":8.4}}
                """)
    }

    @Test("writes a state, a superseded lookup and a summary")
    func small() throws {
        let state = StateChange(
            mode: .tracking, receiver: Receiver(.waitingForGpsd, detail: "start it"),
            since: Self.time)
        #expect(
            try line(Schema.State(state)) == """
                {"detail":"start it","mode":"tracking","receiver":"waiting-for-gpsd",\
                "since":"2026-05-04T03:02:01.000Z","type":"state"}
                """)
        #expect(
            try line(Schema.Superseded(Superseded(seq: 1, by: 2, parts: [.address]))) == """
                {"by":2,"parts":["address"],"seq":1,"type":"superseded"}
                """)
        var summary = Summary()
        summary.rejected = [.near: 3, .noFix: 1]
        summary.distance = 1234.6
        #expect(
            try line(Schema.Summary(summary)) == """
                {"accepted":0,"cache_hits":0,"cancelled":0,"distance_m":1235,"fixes":0,\
                "rejected":{"near":3,"no-fix":1},"requests":0,"track_points":0,"type":"summary","wall_s":0}
                """)
    }

    @Test("leaves out a number that JSON cannot hold")
    func notANumber() throws {
        let fix = Fix(
            source: .gpsd, mode: .twoD, latitude: .nan, longitude: .infinity, accuracy: .nan)
        #expect(
            try line(Schema.Rejected(fix, [.badCoordinate])) == """
                {"reasons":["bad-coordinate"],"type":"rejected"}
                """)
    }

    @Test("an answer has every part, changed or not")
    func answer() throws {
        var milepost = Milepost(fix: try Self.accepted())
        milepost.address = Address(label: "Seoul", provider: "nominatim")
        let answer = Schema.Answer(Answer(fix: milepost.fix, milepost: milepost))
        #expect(answer.milepost?.address?.label == "Seoul")
        #expect(answer.milepost?.changed == [])
    }

    @Test(
        "L21 is one line whatever a name holds, and gives the same name back",
        arguments: [
            "a\nb\rc\u{2028}d\te\u{85}f\u{1B}g\u{9B}h\u{202E}i\u{7F}j\"k\\l 한🚄é", "a\u{200E}b",
            "a\u{FEFF}b", "a\u{E0041}b",
        ])
    func oneLine(label: String) throws {
        let line = try line(Schema.Address(Address(label: label, provider: "p")))
        #expect(line.unicodeScalars.filter(\.isUnprintable).isEmpty)
        let back = try JSONDecoder().decode(Schema.Address.self, from: Data(line.utf8))
        #expect(back.label == label)
    }

    @Test("a status goes to a client and back without a change")
    func status() throws {
        var status = Status(
            version: "0.1", mode: .tracking, receiver: Receiver(.stale, detail: "no data"),
            since: Self.time)
        status.fix = Status.LastFix(try Self.accepted(), age: 75.5, isStale: true)
        status.providers = [
            Status.Provider(
                name: "open-meteo", parts: [.weather, .forecast], requests: 3, failures: 1,
                blocked: "quota")
        ]
        let wire = Schema.Status(status)
        let back = try JSONDecoder().decode(Schema.Status.self, from: Schema.json(wire))
        #expect(back == wire)
        #expect(back.fix?.stale == true)
        #expect(back.fix?.age_s == 75.5)
        #expect(back.providers.first?.blocked == "quota")
    }
}
