import Domain
import FoundationEssentials
import Glibc

/// One line of Milepost's own jsonl.
enum MilepostLine {
    /// Of the schema: a `type` of another program's JSON is none of ours.
    private static let types = [
        "fix", "track", "milepost", "state", "rejected", "superseded", "summary",
    ]

    /// Nil for what is no such line.
    static func type(of text: UnsafePointer<CChar>) -> String? {
        guard let key = strstr(text, "\"type\":\"") else { return nil }
        let value = key + 8
        return types.first { type in
            strncmp(value, type, type.utf8.count) == 0 && value[type.utf8.count] == 34
        }
    }

    /// Gives the fixes that a receiver told, and passes over what else was logged.
    static func decode(
        _ line: UnsafeMutableBufferPointer<CChar>, with decoder: JSONDecoder
    ) -> Report {
        guard let text = line.baseAddress, !line.isEmpty else { return .other }
        guard line.first == 123 else { return .skipped(.notJSON) }
        guard line.last == 125 else { return .skipped(.truncated) }
        guard let type = type(of: text) else { return .skipped(.unknownType) }
        if type == "track" { return point(line, decoder) }
        guard type == "fix" else { return .other }
        guard let told = try? decoder.decode(Schema.Fix.self, from: Data(buffer: line)),
            told.type == type, let time = Timestamp(rfc3339: told.time)
        else { return .skipped(.malformed) }
        // Nobody was there.
        if told.source == Fix.Source.manual.rawValue { return .other }
        return .fix(
            Fix(
                source: .recording, device: told.device,
                mode: Fix.Mode(rawValue: told.mode) ?? .unknown, time: time, latitude: told.lat,
                longitude: told.lon, altitude: told.alt, accuracy: told.accuracy,
                speed: told.speed, course: told.course, climb: told.climb, satellites: told.sats))
    }

    private struct Point: Decodable {
        var time: String
        var lat: Double
        var lon: Double
        var alt: Double?
        var speed: Double?
        var course: Double?
    }

    /// A point of the track, as `milepost track` exports it.
    private static func point(
        _ line: UnsafeMutableBufferPointer<CChar>, _ decoder: JSONDecoder
    ) -> Report {
        guard let told = try? decoder.decode(Point.self, from: Data(buffer: line)),
            let time = Timestamp(rfc3339: told.time)
        else { return .skipped(.malformed) }
        return .fix(
            Fix(
                source: .recording, mode: told.alt == nil ? .twoD : .threeD, time: time,
                latitude: told.lat, longitude: told.lon, altitude: told.alt, speed: told.speed,
                course: told.course))
    }
}
