import Domain
import Web

/// What a day of the running daemon costs the card it writes to.
///
/// By the kernel's count of what that process had written to disks (proc(5), `write_bytes`) since it started; what the
/// card itself makes of that is known to nobody here.
package enum WearExamination {
    /// Less time tells nothing of a day.
    private static let least = 600.0
    /// A day's bytes with which a small card of the cheaper kind lasts for years.
    private static let most = 1e9

    static func findings(_ settings: Settings) async -> [Finding] {
        guard let pid = PeerProcess.id(at: StateDirectory(settings.stateDirectory).socket) else {
            return []
        }
        return [
            finding(
                bytes: written(SmallFile.text("/proc/\(pid)/io")),
                seconds: ProcessFigures.of(pid).startTime.map { Timestamp.now().seconds - $0 })
        ]
    }

    /// `bytes` written by a daemon that has run for so many seconds; nil for what cannot be read.
    package static func finding(bytes: Double?, seconds: Double?) -> Finding {
        guard let bytes, let seconds else {
            return .well(
                "write rate", "is the daemon's own secret: ask as its user, or as root")
        }
        guard seconds >= least else {
            return .well(
                "write rate", "is not known yet: the daemon runs for less than ten minutes")
        }
        let day = bytes / seconds * 86_400
        let text =
            "about \(megabytes(day)) a day, by the kernel's count of \(megabytes(bytes)) in"
            + " \(hours(seconds)) since the daemon started"
        guard day <= most else {
            return .wrong(
                "write rate",
                "\(text): that wears a card out; thin the log (gate.profile, `milepost tune`), or"
                    + " lead [[log]] and store.path to a disk")
        }
        return .well("write rate", text)
    }

    /// The bytes of `write_bytes`.
    package static func written(_ io: String) -> Double? {
        io.split(separator: "\n").first { $0.hasPrefix("write_bytes: ") }
            .flatMap { Double($0.dropFirst(13)) }
    }

    private static func megabytes(_ bytes: Double) -> String {
        let megabytes = bytes / 1e6
        return megabytes < 10
            ? "\((megabytes * 10).rounded() / 10) MB" : "\(Int(min(megabytes, 1e12).rounded())) MB"
    }

    private static func hours(_ seconds: Double) -> String {
        "\((min(seconds, 1e12) / 360).rounded() / 10) h"
    }
}
