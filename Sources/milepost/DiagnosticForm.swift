import Domain
import Glibc

/// How a line for the operator begins.
enum DiagnosticForm: Sendable {
    /// With the program's name, and the level in words.
    case plain
    /// With a priority as sd-daemon(3) has it: the journal shows that and the program's name by itself.
    case journal

    /// A file as the system tells it from all others.
    struct File: Hashable, Sendable {
        var device: UInt64
        var inode: UInt64
    }

    /// `journalStream` is what systemd says of its own stream, `DEVICE:INODE`: standard error may have been led elsewhere
    /// since.
    init(journalStream: String?, standardError: File?) {
        let numbers = (journalStream ?? "").split(
            separator: ":", omittingEmptySubsequences: false
        ).map { UInt64($0) }
        guard let standardError, numbers == [standardError.device, standardError.inode] else {
            self = .plain
            return
        }
        self = .journal
    }

    /// That of standard error now.
    static func ofStandardError(_ environment: [String: String]) -> DiagnosticForm {
        var file = stat()
        let isKnown = fstat(STDERR_FILENO, &file) == 0
        return DiagnosticForm(
            journalStream: environment["JOURNAL_STREAM"],
            standardError: isKnown
                ? File(device: UInt64(file.st_dev), inode: UInt64(file.st_ino)) : nil)
    }

    /// One line of the log.
    func line(_ level: Log.Level, _ text: String) -> String {
        switch self {
        case .plain: "milepost: \(level.label)\(text)"
        case .journal: "<\(level.priority)>\(text)"
        }
    }

    /// Why the program ends.
    func failure(_ text: String) -> String {
        switch self {
        case .plain: "milepost: \(text)"
        case .journal: line(.error, text)
        }
    }
}

extension Log.Level {
    fileprivate var label: String {
        switch self {
        case .debug: "debug: "
        case .info: ""
        case .warning: "warning: "
        case .error: "error: "
        }
    }

    /// As in syslog(3).
    fileprivate var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }
}
