import Domain
import FoundationEssentials
import Glibc

/// One line of an OwnTracks Recorder's `.rec`: when it came, a tab, whose it is, a tab, and what the app sent.
enum OwnTracksLine {
    /// What the app sent; nil for a line of another shape.
    static func payload(of text: UnsafePointer<CChar>) -> UnsafePointer<CChar>? {
        // 2026-05-04T03:02:01Z, to the second.
        guard let tab = strchr(text, 9), tab - UnsafeMutablePointer(mutating: text) == 20,
            text[4] == 45, text[10] == 84, text[19] == 90, let next = strchr(tab + 1, 9),
            next[1] == 123
        else { return nil }
        return UnsafePointer(next + 1)
    }

    /// Of `_type` location; the app's names. Speed is in km/h, `tst` in seconds since 1970.
    private struct Location: Decodable {
        var lat: Double
        var lon: Double
        var tst: Double
        var acc: Double?
        var alt: Double?
        var vel: Double?
        var cog: Double?
    }

    /// Gives the places, and passes over what else an app tells.
    static func decode(
        _ line: UnsafeMutableBufferPointer<CChar>, with decoder: JSONDecoder
    ) -> Report {
        guard let text = line.baseAddress, !line.isEmpty else { return .other }
        guard let payload = payload(of: text) else { return .skipped(.notOwnTracks) }
        guard line.last == 125 else { return .skipped(.truncated) }
        // With or without a space, as apps differ.
        guard let kind = strstr(payload, "\"_type\":") else { return .skipped(.unknownType) }
        let value = kind + 8 + strspn(kind + 8, " ")
        guard strncmp(value, "\"location\"", 10) == 0 else { return .other }
        let json = Data(bytes: payload, count: line.count - (payload - UnsafePointer(text)))
        // Up to the year 9999: some tell milliseconds.
        guard let told = try? decoder.decode(Location.self, from: json),
            0..<253_402_300_800 ~= told.tst
        else { return .skipped(.malformed) }
        return .fix(fix(told))
    }

    private static func fix(_ told: Location) -> Fix {
        Fix(
            source: .recording, mode: told.alt == nil ? .twoD : .threeD,
            time: Timestamp(seconds: told.tst), latitude: told.lat, longitude: told.lon,
            altitude: told.alt,
            accuracy: horizontalError(eph: told.acc ?? 0, epx: 0, epy: 0, hdop: nil),
            speed: told.vel.flatMap { unsigned($0 / 3.6, upTo: fastest) },
            course: told.cog.flatMap { unsigned($0, upTo: 360) })
    }
}
