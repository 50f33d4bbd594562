import Domain
import Feed
import FoundationEssentials
import Glibc

/// Where no receiver is heard: whether there is one at this machine, and whether gpsd may open it.
package enum DeviceExamination {
    /// A device file.
    package struct File: Hashable, Sendable {
        package var path: String
        package var owner: UInt32
        package var group: UInt32
        package var mode: UInt32

        package init(path: String, owner: UInt32, group: UInt32, mode: UInt32) {
            self.path = path
            self.owner = owner
            self.group = group
            self.mode = mode
        }
    }

    /// Whose rights gpsd has.
    package struct Rights: Hashable, Sendable {
        package var user: UInt32
        package var groups: Set<UInt32>

        package init(user: UInt32, groups: Set<UInt32>) {
            self.user = user
            self.groups = groups
        }
    }

    static func findings(_ address: GpsdAddress, _ heard: Heard) -> [Finding] {
        guard address.isLocal, heard.fix == nil else { return [] }
        let paths = address.device.map { [$0] } ?? Self.usual()
        return findings(
            wanted: address.device, files: paths.compactMap(Self.file), gpsd: Self.rights())
    }

    /// `wanted` is the receiver of the settings; `gpsd` is nil when none is seen to run.
    package static func findings(wanted: String?, files: [File], gpsd: Rights?) -> [Finding] {
        guard !files.isEmpty else {
            let what =
                wanted.map { "\($0) is not there" }
                ?? "there is no serial device (/dev/ttyACM*, /dev/ttyUSB*, /dev/serial0)"
            return [
                .wrong(
                    "device",
                    "\(what): plug the receiver in, or see with `dmesg` why it does not come up")
            ]
        }
        guard let gpsd else { return [] }
        return files.filter { !gpsd.mayUse($0) }.map { file in
            .wrong(
                "device",
                "gpsd may not read and write \(file.path), which is of group \(file.group) and has mode"
                    + " \(String(file.mode & 0o777, radix: 8)): add gpsd's user to that group"
                    + " (on Debian dialout), then restart gpsd")
        }
    }

    private static func usual() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        let isUsual: (String) -> Bool = {
            $0.hasPrefix("ttyACM") || $0.hasPrefix("ttyUSB") || $0 == "serial0"
        }
        return names.filter(isUsual).sorted().map { "/dev/" + $0 }
    }

    private static func file(_ path: String) -> File? {
        var file = stat()
        guard stat(path, &file) == 0 else { return nil }
        return File(path: path, owner: file.st_uid, group: file.st_gid, mode: file.st_mode)
    }

    /// Those of the process named gpsd, by /proc/PID/status.
    private static func rights() -> Rights? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.lazy.filter { $0.allSatisfy(\.isNumber) }
            .compactMap { Rights(status: SmallFile.text("/proc/\($0)/status")) }.first
    }
}

extension DeviceExamination.Rights {
    /// Reads proc(5)'s status; nil for another program than gpsd.
    package init?(status: String) {
        var fields: [Substring: [UInt32]] = [:]
        var name: Substring = ""
        for line in status.split(separator: "\n") {
            let words = line.split { $0 == "\t" || $0 == " " }
            guard words.count > 1 else { continue }
            if words[0] == "Name:" { name = words[1] }
            fields[words[0]] = words.dropFirst().compactMap { UInt32($0) }
        }
        // The second of each is the one in force.
        guard name == "gpsd", let users = fields["Uid:"], users.count > 1 else { return nil }
        self.init(
            user: users[1], groups: Set((fields["Groups:"] ?? []) + (fields["Gid:"] ?? [])))
    }

    /// Whether it may be read and written.
    func mayUse(_ file: DeviceExamination.File) -> Bool {
        if user == 0 { return true }
        if user == file.owner { return file.mode & 0o600 == 0o600 }
        if groups.contains(file.group) { return file.mode & 0o060 == 0o060 }
        return file.mode & 0o006 == 0o006
    }
}
