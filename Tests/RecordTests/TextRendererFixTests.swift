import Domain
import Record
import Testing

@Suite("Text of fixes")
struct TextRendererFixTests {
    @Test("a fix in English, metric")
    func english() throws {
        #expect(
            try Samples.renderer(.en).render(.fix(Samples.fix())) == """
                #12   Mon 30 Nov 2026, 14:03:07 +09:00  37.55470, 126.97060 ±4 m
                      moved on, 1.2 km from the last
                      87 km/h NE · altitude 38 m · 9 satellites · 3D · gpsd /dev/ttyACM0

                """)
    }

    // 4.2 m = 13.8 ft, 1234 m = 0.77 mi, 24.1 m/s = 53.9 mph, 38.4 m = 126.0 ft.
    @Test("a fix in English, imperial")
    func imperial() throws {
        #expect(
            try Samples.renderer(.en, .imperial).render(.fix(Samples.fix())) == """
                #12   Mon 30 Nov 2026, 14:03:07 +09:00  37.55470, 126.97060 ±14 ft
                      moved on, 0.8 mi from the last
                      54 mph NE · altitude 126 ft · 9 satellites · 3D · gpsd /dev/ttyACM0

                """)
    }

    @Test("a fix in Korean, metric")
    func korean() throws {
        #expect(
            try Samples.renderer(.ko).render(.fix(Samples.fix())) == """
                #12   2026년 11월 30일 (월) 14:03:07 +09:00  37.55470, 126.97060 ±4m
                      이동, 이전 위치에서 1.2km
                      87km/h 북동쪽 · 고도 38m · 위성 9개 · 3D · gpsd /dev/ttyACM0

                """)
    }

    @Test("a fix in Korean, imperial")
    func koreanImperial() throws {
        #expect(
            try Samples.renderer(.ko, .imperial).render(.fix(Samples.fix())) == """
                #12   2026년 11월 30일 (월) 14:03:07 +09:00  37.55470, 126.97060 ±14ft
                      이동, 이전 위치에서 0.8mi
                      54mph 북동쪽 · 고도 126ft · 위성 9개 · 3D · gpsd /dev/ttyACM0

                """)
    }

    @Test("a coordinate set by hand, of which nothing more is known")
    func byHand() throws {
        let place = try #require(Coordinate(latitude: -33.8568, longitude: -0.000_001))
        let fix = AcceptedFix(
            seq: 100_000, time: Samples.time, coordinate: place,
            fix: Fix(source: .manual, mode: .unknown), accuracy: nil, reasons: [.override],
            distance: nil)
        #expect(
            try Samples.renderer(.en, zone: "UTC").render(.fix(fix)) == """
                #100000 Mon 30 Nov 2026, 05:03:07 +00:00  -33.85680, 0.00000
                      set by hand
                      by hand

                """)
    }

    // The clock went back at 09:00 UTC on 1 November 2026.
    @Test("the hour that comes twice is told apart by its offset")
    func clockChange() throws {
        let renderer = try Samples.renderer(.en, zone: "America/Los_Angeles")
        let first = try #require(Timestamp(rfc3339: "2026-11-01T08:30:00Z"))
        let second = try #require(Timestamp(rfc3339: "2026-11-01T09:30:00Z"))
        let lines = try [first, second].map {
            String(renderer.render(.fix(try Samples.fix(time: $0))).prefix(38))
        }
        #expect(
            lines == [
                "#12   Sun 1 Nov 2026, 01:30:00 -07:00 ", "#12   Sun 1 Nov 2026, 01:30:00 -08:00 ",
            ])
    }

    @Test("every reason of an accepted fix, in words")
    func reasons() throws {
        let fix = try Samples.fix(reasons: AcceptedFix.Reason.allCases, distance: 0)
        #expect(
            try Samples.renderer(.en).render(.fix(fix)).split(separator: "\n")[1]
                == "      first fix, moved on, stopped here, regular report, last fix before reception or tracking ended, "
                + "more accurate than before, asked for, set by hand, tracking resumed, inaccurate, "
                + "partly assumed, 0 m from the last")
        #expect(
            try Samples.renderer(.ko).render(.fix(fix)).split(separator: "\n")[1]
                == "      첫 위치, 이동, 정지, 정기 기록, 수신이나 기록이 끝나기 전 마지막 위치, 더 정확한 위치, 요청한 위치, "
                + "직접 지정, 추적 재개, 부정확, 일부 추정, 이전 위치에서 0m")
    }

    @Test("a rejected fix says all its reasons")
    func rejected() throws {
        let fix = try Samples.fix().fix
        #expect(
            try Samples.renderer(.en).render(.rejected(fix, [.inaccurate, .near])) == """
                      Mon 30 Nov 2026, 14:03:07 +09:00  37.55470, 126.97060 ±4 m
                      rejected: too inaccurate, too near the last

                """)
        #expect(
            try Samples.renderer(.ko).render(.rejected(fix, [.inaccurate, .near])) == """
                      2026년 11월 30일 (월) 14:03:07 +09:00  37.55470, 126.97060 ±4m
                      제외: 정확도 부족, 이전 위치와 너무 가까움

                """)
    }

    @Test("a fix with neither time nor place")
    func empty() throws {
        let fix = Fix(source: .gpsd, mode: .noFix)
        #expect(
            try Samples.renderer(.en).render(.rejected(fix, RejectReason.allCases)) == """
                      no time  no coordinate
                      rejected: no fix, not a coordinate, 0,0 is no place, no time, implausible time, \
                older than the last, same time again, other receiver, too inaccurate, \
                impossible jump, too near the last, too soon after the last

                """)
    }

    @Test("a superseded lookup names both fixes")
    func superseded() throws {
        let superseded = Superseded(seq: 11, by: 12, parts: [.address, .weather])
        #expect(
            try Samples.renderer(.en).render(.superseded(superseded))
                == "#11   lookups dropped (address, weather): #12 is newer\n")
        #expect(
            try Samples.renderer(.ko).render(.superseded(superseded))
                == "#11   조회 중단 (주소, 날씨): 새 위치 #12\n")
    }

    // Boundaries of eight sectors of 45°, each around its name.
    @Test(
        "the course in words",
        arguments: [
            (0, "N"), (22.4, "N"), (22.6, "NE"), (90, "E"), (135, "SE"), (180, "S"), (225, "SW"),
            (270, "W"), (315, "NW"), (337.6, "N"), (360, "N"), (-45, "NW"), (.nan, "N"),
        ])
    func course(degrees: Double, name: String) throws {
        var fix = Fix(source: .gpsd, mode: .twoD, speed: 10, course: degrees)
        fix.time = Samples.time
        let accepted = AcceptedFix(
            seq: 1, time: Samples.time, coordinate: try Samples.fix().coordinate, fix: fix,
            accuracy: nil, reasons: [.first], distance: nil)
        let text = try Samples.renderer(.en).render(.fix(accepted))
        #expect(text.contains("      36 km/h \(name) · 2D · gpsd\n"))
    }

    // 1000 ft = 304.8 m; 100 mi = 160 934 m.
    @Test(
        "distances in the unit that suits them",
        arguments: [
            (0, "0 m", "0 ft"), (0.4, "0 m", "1 ft"), (304, "304 m", "997 ft"),
            (305, "305 m", "0.2 mi"), (999, "999 m", "0.6 mi"), (999.6, "1 km", "0.6 mi"),
            (1_609.344, "1.6 km", "1 mi"), (12_345, "12.3 km", "7.7 mi"),
            (99_960, "100 km", "62.1 mi"), (160_935, "161 km", "100 mi"),
            (325_000, "325 km", "202 mi"),
        ])
    func distances(metres: Double, metric: String, imperial: String) throws {
        let fix = try Samples.fix(distance: metres)
        #expect(
            try Samples.renderer(.en).render(.fix(fix)).contains("on, \(metric) from"))
        #expect(
            try Samples.renderer(.en, .imperial).render(.fix(fix)).contains("on, \(imperial) from"))
    }
}
