internal import CGPS
package import Domain
import Glibc

/// Reads gpsd's JSON one line at a time through libgps, the same way for recordings and for a live gpsd.
///
/// `gps_unpack` never returns when a line is broken before a second `"class":`, because it goes on at the place of the
/// error for ever (libgps 3.22 and 3.25). So it is only given lines whose one class is their first key.
package final class Decoder {
    private let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
    private let source: Fix.Source
    private var sky = SkyMemory()

    package init(source: Fix.Source) {
        self.source = source
        memset(data, 0, MemoryLayout<gps_data_t>.size)
    }

    deinit { data.deallocate() }

    /// Reads one line, which must be writable and be followed by a NUL.
    package func decode(_ text: UnsafeMutableBufferPointer<CChar>) -> Report {
        guard let first = text.baseAddress, text.count > 1, first[0] == 123 else {
            return indented(text)
        }
        guard first[text.count - 1] == 125 else { return .skipped(.truncated) }
        if memcmp(first, Self.opening.utf8Start, Self.opening.utf8CodeUnitCount) == 0 {
            return decodeObject(first)
        }
        removeSpaces(first)
        guard memcmp(first, Self.opening.utf8Start, Self.opening.utf8CodeUnitCount) == 0 else {
            return .skipped(.noClass)
        }
        return decodeObject(first)
    }

    /// Asks the gpsd at the other end of `descriptor` for reports; false with `errno` set.
    ///
    /// Every receiver is watched, also when one is set: gpsd then tells which others are there, and libgps would cut
    /// the request at 80 characters, in the middle of a path like `/dev/serial/by-id/…`.
    func watch(_ descriptor: Int32) -> Bool { gps_shim_watch(descriptor, data) == 0 }

    private static let opening: StaticString = "{\"class\":\""

    private func decodeObject(_ line: UnsafeMutablePointer<CChar>) -> Report {
        let name = line + Self.opening.utf8CodeUnitCount
        if memcmp(name, "TPV\"", 4) == 0 { return decodeFix(line, after: name) }
        guard let close = strchr(name, 34), close - name <= 16 else { return .skipped(.noClass) }
        switch String(decoding: bytes(name, close), as: UTF8.self) {
        case "DEVICES": return .devices(devices(after: name))
        case "SKY": return unpack(line, after: name) { decodeSky(line) }
        case "DEVICE": return unpack(line, after: name) { decodeDevice(name) }
        case "VERSION":
            return unpack(line, after: name) { .version(String(cString: gps_shim_release(data))) }
        case "ERROR":
            return unpack(line, after: name) { .error(String(cString: gps_shim_error(data))) }
        case let other where Self.useless.contains(other): return .other
        default: return .skipped(.unknownClass)
        }
    }

    /// The classes of gpsd 3.22 to 3.25 that say nothing of position or receiver.
    private static let useless: Set = [
        "AIS", "ATT", "GST", "IMU", "LOG", "NTRIP", "OSC", "POLL", "PPS", "RAW", "RTCM2", "RTCM3",
        "SUBFRAME", "TOFF", "WATCH",
    ]

    /// Gives `line` to libgps, unless that would not return.
    @inline(__always)
    private func unpack(
        _ line: UnsafeMutablePointer<CChar>, after name: UnsafeMutablePointer<CChar>,
        _ report: () -> Report
    ) -> Report {
        guard strstr(name, "\"class\":") == nil else { return .skipped(.malformed) }
        gps_shim_unpack(line, data)
        return report()
    }

    private func decodeFix(
        _ line: UnsafeMutablePointer<CChar>, after name: UnsafeMutablePointer<CChar>
    ) -> Report {
        unpack(line, after: name) {
            let receiver = sky.select(gps_shim_device(data))
            var fix = Fix(
                source: source, device: receiver.name,
                mode: Fix.Mode(rawValue: Int(data.pointee.fix.mode)) ?? .unknown)
            fix.read(from: data, line: line, sky: receiver)
            if fix.mode.rawValue < Fix.Mode.twoD.rawValue { sky.forgetCurrent() }
            return .fix(fix)
        }
    }

    private func decodeSky(_ line: UnsafeMutablePointer<CChar>) -> Report {
        sky.remember(
            gps_shim_device(data), satellites: satellitesUsed(line), hdop: data.pointee.dop.hdop)
        return .sky
    }

    /// libgps counts the list; a report without a list may still have the number.
    private func satellitesUsed(_ line: UnsafeMutablePointer<CChar>) -> Int? {
        if strstr(line, "\"satellites\":[") != nil { return Int(data.pointee.satellites_used) }
        guard let key = strstr(line, "\"uSat\":"), let value = Int32(exactly: atoi(key + 7)),
            value >= 0
        else { return nil }
        return Int(value)
    }
}

// Devices: split here, as libgps takes four at most and would not return from a broken one.
extension Decoder {
    private func decodeDevice(_ text: UnsafeMutablePointer<CChar>) -> Report {
        let path = String(cString: gps_shim_device(data))
        guard !path.isEmpty else { return .skipped(.malformed) }
        return .device(GpsdDevice(path: path, isPresent: !isRemoved(text)))
    }

    private func devices(after name: UnsafeMutablePointer<CChar>) -> [GpsdDevice] {
        var found: [GpsdDevice] = []
        var rest = name
        while let object = strstr(rest, "{\"class\":\"DEVICE\""), found.count < 64 {
            guard let end = endOfObject(object) else { break }
            let after = end[1]
            end[1] = 0
            let name = object + Self.opening.utf8CodeUnitCount
            // A device in the list is there, also when it is not open yet.
            if case .device(let device) = unpack(object, after: name, { decodeDevice(name) }) {
                found.append(GpsdDevice(path: device.path))
            }
            end[1] = after
            rest = end
        }
        return found
    }

    /// gpsd's notice of removal has `"activated":0`; others have a time, a number or nothing.
    private func isRemoved(_ text: UnsafeMutablePointer<CChar>) -> Bool {
        guard let key = strstr(text, "\"activated\":") else { return false }
        let value = key + 12
        return value[0] == 48 && strtod(value, nil) == 0
    }
}

extension Decoder {
    /// A line that does not begin with an object: perhaps it only begins with white space.
    private func indented(_ text: UnsafeMutableBufferPointer<CChar>) -> Report {
        let spaces = text.prefix { $0 == 32 || $0 == 9 }.count
        guard spaces < text.count else { return .other }
        guard spaces > 0 else { return .skipped(text.first == 123 ? .truncated : .notJSON) }
        return decode(UnsafeMutableBufferPointer(rebasing: text[spaces...]))
    }
}
