import FoundationEssentials
import Glibc

/// A time zone: how far its clocks are from UTC at any instant, read from the system's own tables.
///
/// FoundationEssentials knows no zone by name, and Foundation's tables would bring ICU with them.
package struct Zone: Hashable, Sendable {
    /// "UTC", an IANA name such as "Asia/Seoul", or "local" where the system does not tell the name.
    package let name: String
    private let table: ZoneTable

    package static let utc = Zone(name: "UTC", table: .utc)

    /// A zone by its IANA name, by "UTC", or by "local" for the system's own.
    package init(_ name: String, directory: String = "/usr/share/zoneinfo") throws(ZoneError) {
        if name == "UTC" {
            self = .utc
        } else if name == "local" {
            self = try Zone.local(variable: getenv("TZ").map { String(cString: $0) })
        } else {
            guard isZoneName(name), let bytes = contents("\(directory)/\(name)") else {
                throw ZoneError(name: name)
            }
            try self.init(name: name, bytes: bytes)
        }
    }

    /// The zone of the environment variable `TZ` if that is set, else of the file; without a file it is UTC.
    package static func local(
        variable: String?, file: String = "/etc/localtime"
    ) throws(ZoneError) -> Zone {
        if let variable {
            let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            if name.isEmpty { return .utc }
            if name.hasPrefix("/") { return try local(variable: nil, file: name) }
            if let zone = try? Zone(name == "local" ? "" : name) { return zone }
            guard let rule = ZoneRule(name) else { throw ZoneError(name: name) }
            return Zone(name: name, table: ZoneTable(rule: rule))
        }
        guard let bytes = contents(file) else { return .utc }
        return try Zone(name: nameBehind(file) ?? "local", bytes: bytes)
    }

    private init(name: String, bytes: [UInt8]) throws(ZoneError) {
        guard let table = ZoneTable(tzif: bytes) else { throw ZoneError(name: name) }
        self.init(name: name, table: table)
    }

    private init(name: String, table: ZoneTable) {
        self.name = name
        self.table = table
    }

    /// Seconds east of UTC at `time`.
    package func offset(at time: Timestamp) -> Int {
        table.offset(at: time.milliseconds.flooredQuotient(1000))
    }

    /// What a clock of this zone shows at `time`.
    package func civil(_ time: Timestamp) -> CivilTime {
        CivilTime(time, offset: offset(at: time))
    }
}

/// A time zone that this system does not know.
package struct ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    package var name: String

    package var description: String {
        "\"\(name.printable)\" is no time zone of this system: "
            + "use \"local\", \"UTC\" or a name such as \"Asia/Seoul\" from /usr/share/zoneinfo"
    }
}

/// Only what can be a path inside the directory: letters, digits and `_+-/`, never `..` or an absolute path.
private func isZoneName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
        !part.isEmpty
            && part.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "+")
                    || $0 == UInt8(ascii: "-")
            }
    }
}

private func contents(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
}

/// "Asia/Seoul" where `file` is a link to `…/zoneinfo/Asia/Seoul`.
private func nameBehind(_ file: String) -> String? {
    guard let path = realpath(file, nil) else { return nil }
    defer { free(path) }
    guard let range = String(cString: path).firstRange(of: "/zoneinfo/") else { return nil }
    return String(String(cString: path)[range.upperBound...])
}
