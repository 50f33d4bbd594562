import Domain
import Glibc

/// Whether state and logs can be written, and for how long yet.
package enum DiskExamination {
    /// Below that a few weeks fill it.
    private static let enough: UInt64 = 100_000_000

    /// What the system says of one folder.
    package struct Folder: Hashable, Sendable {
        /// What it is for: "state", "log".
        package var use: String
        package var path: String
        /// Bytes; nil for a folder that is not there.
        package var free: UInt64?
        package var isReadOnly = false
        package var isWritable = true

        package init(use: String, path: String, free: UInt64? = nil) {
            self.use = use
            self.path = path
            self.free = free
        }
    }

    static func findings(_ settings: Settings) -> [Finding] {
        var seen: Set<String> = []
        let logs = settings.logs.map(\.path).filter { $0 != "-" }.map { folder(ofPattern: $0) }
        let history = StateDirectory(settings.stateDirectory).history(settings.store)
        let folders =
            [("state", settings.stateDirectory)] + logs.map { ("log", $0) }
            + [history].compactMap { $0 }.map { ("history", folder(ofPattern: $0)) }
        return folders.filter { seen.insert($0.1).inserted }
            .map { finding(examined($0.0, $0.1)) }
    }

    /// One line for `folder`.
    package static func finding(_ folder: Folder) -> Finding {
        let subject = "disk (\(folder.use))"
        guard let free = folder.free else {
            return .wrong(
                subject, "\(folder.path) is not there: make it, or name another in the settings")
        }
        if folder.isReadOnly {
            return .wrong(
                subject,
                "\(folder.path) is on a disk that is mounted read-only: mount it for writing"
                    + " (`mount -o remount,rw`), and see with `dmesg` whether the disk has failed")
        }
        guard folder.isWritable else {
            return .wrong(
                subject, "\(folder.path) may not be written by this user: give the right to")
        }
        guard free >= enough else {
            return .wrong(
                subject, "\(folder.path) has \(megabytes(free)) left: make space there")
        }
        return .well(subject, "\(folder.path) has \(megabytes(free)) left")
    }

    /// The folder that exists from the beginning: what follows a date in the pattern is made when it is needed.
    package static func folder(ofPattern pattern: String) -> String {
        let fixed = pattern.prefix { $0 != "%" }
        let parts = fixed.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let path = parts.joined(separator: "/")
        return path.isEmpty ? (pattern.hasPrefix("/") ? "/" : ".") : path
    }

    private static func examined(_ use: String, _ path: String) -> Folder {
        var folder = Folder(use: use, path: path)
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return folder }
        folder.free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
        folder.isReadOnly = disk.f_flag & UInt(ST_RDONLY) != 0
        folder.isWritable = access(path, W_OK | X_OK) == 0
        return folder
    }

    private static func megabytes(_ bytes: UInt64) -> String {
        bytes >= 10_000_000_000 ? "\(bytes / 1_000_000_000) GB" : "\(bytes / 1_000_000) MB"
    }
}
