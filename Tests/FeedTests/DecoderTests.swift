import Domain
import Feed
import Testing

// Expected values are read off the lines by eye; times of 2026-05-04 are 1,777,852,800 s + time of day (date -u).
@Suite("Decoder of gpsd JSON")
struct DecoderTests {
    @Test("G01 takes a report with nothing but mode and place, and one with mode alone")
    func optionalKeys() throws {
        let fixes = decode([
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-05-04T03:02:01.000Z","lat":36.5,"lon":127.25}"#,
            #"{"class":"TPV","mode":2,"lat":36.5,"lon":127.25}"#,
            #"{"class":"TPV","mode":3}"#,
        ]).compactMap(\.fix)
        #expect(
            fixes == [
                Fix(
                    source: .recording, device: "/dev/ttyACM0", mode: .threeD,
                    time: Timestamp(milliseconds: 1_777_863_721_000), latitude: 36.5,
                    longitude: 127.25),
                Fix(source: .recording, mode: .twoD, latitude: 36.5, longitude: 127.25),
                Fix(source: .recording, mode: .threeD),
            ])
    }

    @Test("G02 G14 keeps what a report without time or fix says, and never makes it 1970")
    func noTime() {
        let fixes = decode([
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-05-04T03:02:01.000Z","lat":36.5,"lon":127.25,"eph":8.0}"#,
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":0}"#,
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":1,"lat":36.5,"lon":127.25}"#,
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"lat":36.5,"lon":127.25,"eph":8.0,"time":"garbage"}"#,
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":7}"#,
        ]).compactMap(\.fix)
        #expect(fixes.map(\.mode) == [.threeD, .unknown, .noFix, .threeD, .unknown])
        #expect(fixes.map { $0.time != nil } == [true, false, false, false, false])
        #expect(fixes[1].latitude == nil)
    }

    @Test(
        "G04 G07 skips and counts what is no report",
        arguments: [
            (#"{"class":"QUUX","list":[1,{"a":null}]}"#, SkippedLine.unknownClass),
            (#"{"noclass":true}"#, .noClass), ("{}", .noClass), ("[]", .notJSON),
            ("42", .notJSON), ("gpsd:ERROR: unable to connect", .notJSON), ("{", .truncated),
            (#"{"class":"TPV","mode":3,"lat":36.5,"lon":127.2"#, .truncated),
            (#"{"class":"TPV","mode":3,"lat":3{"class":"TPV","mode":3}"#, .malformed),
            (#"{"class":"A name that is far too long"}"#, .noClass),
            (#"{"class":"DEVICE","activated":0}"#, .malformed),
        ])
    func skips(line: String, kind: SkippedLine) {
        #expect(decode([line])[0].skipped == kind)
    }

    @Test("G07 returns from lines that keep gps_unpack from ever returning")
    func endlessLoop() {
        let reports = decode([
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":5},{"class":"DEVICE","path":"/dev/a"}]}"#,
            #"{"class":"TPV","mode":"3","class":"TPV"}"#,
            #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":2026-05-04T03:02:01.000Z,"native":0}"#,
        ])
        guard case .devices([GpsdDevice(path: "/dev/a")]) = reports[0] else {
            Issue.record("\(reports[0])")
            return
        }
        #expect(reports[1].skipped == .malformed)
        guard case .device(GpsdDevice(path: "/dev/ttyACM0")) = reports[2] else {
            Issue.record("\(reports[2])")
            return
        }
    }

    @Test("F11 takes eph, else epx and epy, else 15 m for each unit of HDOP; never 0")
    func accuracy() {
        let place = #""mode":3,"lat":36.5,"lon":127.25"#
        let fixes = decode([
            #"{"class":"TPV",\#(place)}"#,
            #"{"class":"TPV",\#(place),"eph":0.0}"#,
            #"{"class":"TPV",\#(place),"epx":9.0,"epy":12.0}"#,
            #"{"class":"TPV",\#(place),"epx":9.0}"#,
            #"{"class":"TPV",\#(place),"eph":-3.0}"#,
            #"{"class":"TPV",\#(place),"eph":8.0,"epx":9.0,"epy":12.0}"#,
            #"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.9,"nSat":12,"uSat":9}"#,
            #"{"class":"TPV",\#(place)}"#,
            #"{"class":"TPV","device":"/dev/ttyACM0",\#(place)}"#,
        ]).compactMap(\.fix)
        #expect(fixes.map(\.accuracy) == [nil, nil, 15, nil, nil, 8, nil, 13.5])
        #expect(fixes.last?.satellites == 9)
    }

    @Test("counts satellites of the latest SKY of the same receiver, and none without a fix")
    func satellites() {
        func sky(_ device: String, _ used: [Bool]) -> String {
            let list = used.enumerated().map { #"{"PRN":\#($0.offset + 1),"used":\#($0.element)}"# }
            return
                #"{"class":"SKY","device":"\#(device)","nSat":\#(used.count),"satellites":[\#(list.joined(separator: ","))]}"#
        }
        func tpv(_ device: String, _ mode: Int) -> String {
            #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"lat":36.5,"lon":127.25}"#
        }
        let fixes = decode([
            sky("/dev/a", [true, true, false]), sky("/dev/b", [true, false]), tpv("/dev/a", 3),
            tpv("/dev/b", 3), tpv("/dev/c", 3),
            #"{"class":"SKY","device":"/dev/a","hdop":1.5}"#, tpv("/dev/a", 3),
            tpv("/dev/a", 1), tpv("/dev/a", 3),
        ]).compactMap(\.fix)
        #expect(fixes.map(\.satellites) == [2, 1, nil, 2, 2, nil])
        #expect(fixes.map(\.device) == ["a", "b", "c", "a", "a", "a"].map { "/dev/\($0)" })
        #expect(fixes.map(\.accuracy) == [nil, nil, nil, 22.5, 22.5, nil])
    }

    @Test("G20 takes altMSL, then alt, never the ellipsoid's height, and none in two dimensions")
    func altitude() {
        let place = #""lat":36.5,"lon":127.25,"climb":1.5"#
        let fixes = decode([
            #"{"class":"TPV","mode":3,\#(place),"altHAE":120.4,"altMSL":95.1}"#,
            #"{"class":"TPV","mode":3,\#(place),"altHAE":120.4}"#,
            #"{"class":"TPV","mode":3,\#(place),"alt":95.1}"#,
            #"{"class":"TPV","mode":3,\#(place),"altHAE":120.4,"alt":120.4}"#,
            #"{"class":"TPV","mode":2,\#(place),"alt":95.1}"#,
        ]).compactMap(\.fix)
        #expect(fixes.map(\.altitude) == [95.1, nil, 95.1, nil, nil])
        #expect(fixes.map(\.climb) == [1.5, 1.5, 1.5, 1.5, nil])
    }

    @Test("G22 leaves a missing half of a coordinate missing, and takes no sentinel for a speed")
    func halfCoordinates() {
        let fixes = decode([
            #"{"class":"TPV","mode":3,"lon":127.25,"eph":8.0}"#,
            #"{"class":"TPV","mode":3,"lat":null,"lon":127.25,"eph":8.0}"#,
            #"{"class":"TPV","mode":3,"lat":"36.5","lon":127.25,"eph":8.0}"#,
            #"{"class":"TPV","mode":3,"lat":36.5,"lon":127.25,"speed":655.35,"track":400}"#,
            #"{"class":"TPV","mode":3,"lat":0.0,"lon":-0.0,"speed":0.0,"track":360}"#,
        ]).compactMap(\.fix)
        #expect(fixes.map { $0.coordinate != nil } == [false, false, false, true, true])
        #expect(fixes.map(\.speed) == [nil, nil, nil, nil, 0])
        #expect(fixes.map(\.course) == [nil, nil, nil, nil, 360])
    }

    @Test("G23 lets neither NaN nor infinity in, and loses no other field to them")
    func notANumber() {
        let fixes = decode([
            #"{"class":"TPV","mode":3,"lat":nan,"lon":127.25,"speed":-nan,"eph":8.0}"#,
            #"{"class":"TPV","mode":3,"lat":-nan,"lon":-,"eph":8.0}"#,
            #"{"class":"TPV","mode":3,"lat":36.5,"lon":127.25,"eph":1e999,"epx":1e999,"epy":inf}"#,
            #"{"class":"TPV","mode":3,"lat":36.5,"lon":127.25,"eph":8.0,"altMSL":nan,"alt":1e999}"#,
        ]).compactMap(\.fix)
        #expect(fixes.map(\.latitude) == [nil, nil, 36.5, 36.5])
        #expect(fixes.map(\.longitude) == [127.25, nil, 127.25, 127.25])
        #expect(fixes.map(\.accuracy) == [8, 8, nil, 8])
        #expect(fixes.map(\.altitude) == [nil, nil, nil, nil])
        #expect(fixes[0].speed == nil)
    }

    @Test(
        "G24 G18 reads times with and without a fraction, and second 60 as the next",
        arguments: [
            ("2026-05-04T03:02:00Z", 1_777_863_720_000),
            ("2026-05-04T03:02:01.000Z", 1_777_863_721_000),
            ("2026-05-04T03:02:02.5Z", 1_777_863_722_500),
            ("2026-05-04T03:02:02.999Z", 1_777_863_722_999),
            ("2016-12-31T23:59:60.000Z", 1_483_228_800_000),
        ] as [(String, Int64)])
    func times(text: String, milliseconds: Int64) {
        let report = decode([#"{"class":"TPV","mode":1,"time":"\#(text)"}"#])[0]
        #expect(report.fix?.time == Timestamp(milliseconds: milliseconds))
    }

    @Test(
        "G27 every field lies where the libgps that runs has it, as a report of distinct values shows"
    )
    func layout() {
        let fixes = decode([
            #"{"class":"SKY","device":"/dev/ttyACM0","nSat":3,"satellites":[{"PRN":1,"used":true},{"PRN":2,"used":true},{"PRN":3,"used":false}]}"#,
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-05-04T03:02:01.000Z","lat":36.5,"lon":127.25,"altHAE":61.5,"altMSL":38.75,"eph":3.5,"epv":7.5,"track":271.25,"speed":23.5,"climb":-0.5,"eps":0.25,"epc":0.75}"#,
        ]).compactMap(\.fix)
        let expected = Fix(
            source: .recording, device: "/dev/ttyACM0", mode: .threeD,
            time: Timestamp(milliseconds: 1_777_863_721_000), latitude: 36.5, longitude: 127.25,
            altitude: 38.75, accuracy: 3.5, speed: 23.5, course: 271.25, climb: -0.5,
            satellites: 2)
        #expect(fixes == [expected])
    }

    @Test("G28 keeps gpsd's metres per second and degrees")
    func units() {
        let fix = decode([#"{"class":"TPV","mode":3,"speed":10.0,"track":90.0}"#])[0].fix
        #expect(fix?.speed == 10)
        #expect(fix?.course == 90)
    }

    @Test("lets nothing of one report into the next")
    func noLeak() {
        let fixes = decode([
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-05-04T03:02:01Z","lat":36.5,"lon":127.25,"altMSL":95.1,"eph":8.0,"speed":10.0,"track":90.0,"climb":1.0}"#,
            #"{"class":"TPV"}"#,
        ]).compactMap(\.fix)
        #expect(fixes.last == Fix(source: .recording, mode: .unknown))
    }

    @Test("reads JSON that was written anew with spaces")
    func spaces() {
        let fix = decode([
            #"  { "class": "TPV", "device": "/dev/my \"gps\"", "mode": 3, "lat": 36.5, "lon": 127.25 }"#
        ])[0].fix
        #expect(fix?.device == #"/dev/my "gps""#)
        #expect(fix?.coordinate == Coordinate(latitude: 36.5, longitude: 127.25))
    }

    @Test("G12 G13 tells which receivers there are, also more than libgps holds")
    func devices() {
        let six = (0..<6).map { #"{"class":"DEVICE","path":"/dev/tty{\#($0)}"}"# }
        let reports = decode([
            #"{"class":"DEVICES","devices":[]}"#,
            #"{"class":"DEVICES","devices":[\#(six.joined(separator: ","))]}"#,
            #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#,
            #"{"class":"DEVICE","path":"/dev/ttyACM1","activated":"2026-05-04T03:05:00.000Z","driver":"u-blox"}"#,
            #"{"class":"DEVICE","path":"/dev/ttyACM2","activated":1777863900.5}"#,
            #"{"class":"DEVICE","path":"/dev/ttyACM3"}"#,
        ])
        guard case .devices([]) = reports[0], case .devices(let list) = reports[1] else {
            Issue.record("\(reports)")
            return
        }
        #expect(list.map(\.path) == (0..<6).map { "/dev/tty{\($0)}" })
        let notices = reports.dropFirst(2).map { report in
            if case .device(let device) = report { return Optional(device) }
            return nil
        }
        #expect(
            notices == [
                GpsdDevice(path: "/dev/ttyACM0", isPresent: false),
                GpsdDevice(path: "/dev/ttyACM1"), GpsdDevice(path: "/dev/ttyACM2"),
                GpsdDevice(path: "/dev/ttyACM3"),
            ])
    }

    @Test("gives gpsd's release and its complaints in its own words")
    func words() {
        let reports = decode([
            #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"#,
            #"{"class":"ERROR","message":"Unrecognized request"}"#,
            #"{"class":"WATCH","enable":true,"json":true}"#,
        ])
        guard case .version("3.25") = reports[0], case .error("Unrecognized request") = reports[1],
            case .other = reports[2]
        else {
            Issue.record("\(reports)")
            return
        }
    }
}
