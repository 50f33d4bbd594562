import Glibc

/// What the lines of a recording are, by their content: names of files are often wrong.
enum RecordingFormat: Equatable {
    case gpsd, milepost, nmea, ownTracks

    /// All that can be read, for who named something else.
    static let names =
        "gpsd JSON (gpspipe -w), a GPX track, NMEA 0183, Milepost's own jsonl or an OwnTracks"
        + " Recorder .rec, each plain or as gzip"
}

extension RecordingFormat {
    static func isGzip(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: [0x1F, 0x8B])
    }

    /// Whether a document is XML; it may be in UTF-16, where it begins with its byte order mark.
    static func isXML(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        return bytes.first { $0 > 32 && !byteOrderMark.contains($0) } == 60
    }

    /// Of UTF-8: editors put it before the first line, of which it is no part.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// What the whole recording must be, since it has this line; nil for one that may stand in any.
    static func settled(by line: UnsafeMutableBufferPointer<CChar>) -> RecordingFormat? {
        guard let text = line.baseAddress, !line.isEmpty else { return nil }
        if let object = strchr(text, 123), object - text < 64 {
            if strstr(object, "\"class\":\"") != nil {
                // `gpspipe -r` tells the same of itself before the first sentence, but watches no JSON.
                let isWatch = strstr(object, "\"class\":\"WATCH\"") != nil
                return isWatch && strstr(object, "\"json\":true") != nil ? .gpsd : nil
            }
            if OwnTracksLine.payload(of: text) != nil { return .ownTracks }
            if MilepostLine.type(of: text) != nil { return .milepost }
        }
        return NMEASentence(in: line)?.isSure == true ? .nmea : nil
    }
}
