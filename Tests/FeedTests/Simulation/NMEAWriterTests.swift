import Domain
import Feed
import Testing

@Suite("NMEA 0183 from fixes")
struct NMEAWriterTests {
    private let fix = Fix(
        source: .simulated, mode: .threeD, time: Timestamp(rfc3339: "2026-05-04T03:02:01Z"),
        latitude: 37.5547, longitude: -126.9706, altitude: 38.25, accuracy: 12, speed: 83.333,
        course: 141.26, satellites: 9)

    private func checksum(_ body: Substring) -> UInt8 { body.utf8.reduce(0, ^) }

    // 0.5547° = 33.282', 0.9706° = 58.236'; 83.333 m/s = 161.99 kn; 12 m / 15 m = 0.8.
    @Test("states place, speed, date and dilution in the field's own units")
    func fields() {
        let lines = NMEAWriter.sentences(of: fix).split(separator: "\r\n")
        #expect(
            lines.map { $0.prefix { $0 != "*" } } == [
                "$GPRMC,030201.00,A,3733.28200,N,12658.23600,W,161.99,141.3,040526,,,A",
                "$GPGGA,030201.00,3733.28200,N,12658.23600,W,1,09,0.8,38.3,M,0.0,M,,",
                "$GPGSA,A,3,02,04,06,08,10,12,14,16,18,,,,0.8,0.8,0.8",
            ])
    }

    @Test("ends each sentence with the exclusive or of its characters")
    func checksums() throws {
        for line in NMEAWriter.sentences(of: fix).split(separator: "\r\n") {
            let parts = line.dropFirst().split(separator: "*")
            #expect(UInt8(parts[1], radix: 16) == checksum(parts[0]))
        }
    }

    @Test("says void, quality 0 and mode 1 without a fix, and keeps the time")
    func noFix() {
        let dark = Fix(source: .simulated, mode: .noFix, time: fix.time)
        let lines = NMEAWriter.sentences(of: dark).split(separator: "\r\n")
        #expect(lines[0].hasPrefix("$GPRMC,030201.00,V,,,,,,,040526,,,N*"))
        #expect(lines[1].hasPrefix("$GPGGA,030201.00,,,,,0,00,,,,0.0,M,,*"))
        #expect(lines[2].hasPrefix("$GPGSA,A,1,,,,,,,,,,,,,,,*"))
    }

    @Test("carries 60 minutes into the degree")
    func carry() {
        var edge = fix
        edge.latitude = 36.999_999_999
        #expect(NMEAWriter.sentences(of: edge).contains(",3700.00000,N,"))
    }
}
