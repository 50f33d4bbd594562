import Domain
import Feed
import Foundation
import TestSupport
import Testing

/// What gpsd makes of them is shown with a gpsd.
@Suite("Recordings of NMEA 0183", .serialized)
struct NMEASentenceTests {
    private static let rmc = "$GPRMC,030201.50,A,3630.0000,N,12715.0000,E,19.44,90.0,040526,,,A*"
    private static let gga = "$GPGGA,030201.50,3630.0000,N,12715.0000,E,1,08,0.9,95.1,M,20.0,M,,*"

    /// With the sum of all between the dollar and the asterisk.
    private static func summed(_ sentence: String) -> String {
        let sum = sentence.utf8.dropFirst().dropLast().reduce(UInt8(0)) { $0 ^ $1 }
        return sentence + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
    }

    /// What is left for gpsd; nil when the recording is taken for something else.
    private func sentences(_ content: Data) throws -> (text: String, skipped: SkippedLines)? {
        let folder = try Folder()
        let file = try TemporaryFile(content)
        let reader = try RecordingReader(path: file.path)
        guard try reader.nextBatch(limit: 10).isEmpty, reader.isNMEA else { return nil }
        let path = folder.file("sentences")
        try reader.copySentences(to: path)
        return (try String(contentsOfFile: path, encoding: .utf8), reader.skipped)
    }

    private func sentences(_ text: String) throws -> (text: String, skipped: SkippedLines)? {
        try sentences(Data(text.utf8))
    }

    @Test("are known by the first sentence, whatever is before it")
    func recognised() throws {
        let line = Self.summed(Self.rmc)
        let expected = line + "\r\n"
        for before in [
            "", "\r\n\r\n", "\0\0\0", "47.4,M,,*4A\r\n", "# Serial: 4800 8N1\r\n",
            #"\g:1-2-73874,n:157036,s:r003669945,c:1241544035*4A\"#, "$GPRMC,0302",
            "$GPRMC,030159.50,A,3630.0000,N*00\r\n", "\u{FEFF}",
            // What `gpspipe -r` tells first.
            #"{"class":"VERSION","release":"3.22"}"# + "\r\n"
                + #"{"class":"WATCH","enable":true,"json":false,"nmea":true}"# + "\r\n",
        ] {
            #expect(try sentences(before + expected)?.text == expected, "\(before)")
        }
        // Without sums, as old receivers send them.
        let bare = String(Self.rmc.dropLast())
        #expect(try sentences(bare + "\n")?.text == bare + "\r\n")
        let ais = "!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C"
        #expect(try sentences(ais)?.text == ais + "\r\n")
    }

    @Test("are not what a recording of gpsd's JSON has beside it")
    func beside() throws {
        let watch = #"{"class":"WATCH","enable":true,"json":true,"nmea":true}"#
        let file = try TemporaryFile(
            [watch, Self.summed(Self.rmc), #"{"class":"TPV","mode":3,"lat":1,"lon":2}"#]
                .joined(separator: "\n"))
        let (fixes, skipped) = try readAll(file.path)
        #expect(fixes.map(\.latitude) == [1])
        #expect(skipped.counts == [.notJSON: 1])
    }

    @Test("lose what lies between the sentences, and those that were cut or are wrong")
    func cleaned() throws {
        let (rmc, gga) = (Self.summed(Self.rmc), Self.summed(Self.gga))
        let content =
            Data("\(rmc)\r\n# Transport: UDP\r\n".utf8) + Data([0xB5, 0x62, 0x01, 0x0A, 0x00])
            + Data(
                "\(gga)\r\n\(rmc.prefix(30))\r\n\(rmc.replacingOccurrences(of: "36", with: "35"))\n"
                    .utf8) + Data("\(gga)\n\(rmc.dropLast(4))".utf8)
        let found = try #require(try sentences(content))
        #expect(found.text == "\(rmc)\r\n\(gga)\r\n\(gga)\r\n")
        #expect(found.skipped.counts == [.notNMEA: 2, .malformed: 3])
    }

    @Test(
        "tell their first time",
        arguments: [
            (
                "$GPRMC,030201.50,A,3630.0,N,12715.0,E,19.4,90.0,040526,,,A",
                "2026-05-04T03:02:01.500Z"
            ),
            ("$GPRMC,235959,A,3630.0,N,12715.0,E,19.4,90.0,311299,,,A", "1999-12-31T23:59:59.000Z"),
            ("$GNZDA,030201.5,04,05,2026,00,00", "2026-05-04T03:02:01.500Z"),
            ("$GPRMC,030201.50,V,,,,,,,040526,,,N", nil), ("$GPRMC,,A,,,,,,,,,,N", nil),
            ("$GPRMC,030201.50,A,3630.0,N,12715.0,E,19.4,90.0,310226,,,A", nil),
            ("$GPGGA,030201.50,3630.0,N,12715.0,E,1,08,0.9,95.1,M,20.0,M,,", nil),
        ] as [(String, String?)])
    func time(sentence: String, time: String?) throws {
        let file = try TemporaryFile("$GPGSA,A,3,,,,,,,,,,,,,1,1,1\r\n\(sentence)\r\n")
        #expect(try RecordingReader(path: file.path).firstTime()?.rfc3339 == time)
    }

    @Test("whose gzip is cut give their sentences, and then why there are no more")
    func cut() throws {
        let folder = try Folder()
        let path = folder.file("sentences")
        let whole = try gzipped(
            (0..<20_000).map { Self.summed("$GPGGA,\($0),3630.0,N,12715.0,E,1*") + "\n" }.joined())
        let file = try TemporaryFile(whole.prefix(whole.count / 2))
        let reader = try RecordingReader(path: file.path)
        #expect(try reader.nextBatch(limit: 10) == [])
        try reader.copySentences(to: path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\r\n")
        #expect(lines.count > 5000 && lines.count < 20_000)
        #expect {
            try reader.nextBatch(limit: 10)
        } throws: { error in
            (error as? FeedError)?.code == .damaged
        }
    }
}
