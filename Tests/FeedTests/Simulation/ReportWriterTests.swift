import Domain
import Feed
import Testing

@Suite("gpsd's JSON from fixes")
struct ReportWriterTests {
    @Test("names every value as gpsd's protocol does and leaves out what is unknown")
    func names() throws {
        let fix = Fix(
            source: .simulated, device: "/dev/ttyS9", mode: .threeD,
            time: Timestamp(rfc3339: "2026-05-04T03:02:01.5Z"), latitude: 36.5,
            longitude: 127.25, altitude: 95.1, accuracy: 8, speed: 10, course: 90)
        #expect(
            try ReportWriter.line(of: fix)
                == #"{"class":"TPV","altMSL":95.1,"device":"/dev/ttyS9","eph":8,"lat":36.5,"#
                + #""lon":127.25,"mode":3,"speed":10,"time":"2026-05-04T03:02:01.500Z","track":90}"#
                + "\n")
        #expect(
            try ReportWriter.line(of: Fix(source: .simulated, mode: .noFix))
                == #"{"class":"TPV","mode":1}"# + "\n")
    }
}
