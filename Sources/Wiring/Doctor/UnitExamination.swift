import Concurrency
import Domain
import Glibc

/// How systemd has the service, where systemd runs.
package enum UnitExamination {
    private static let properties = [
        "LoadState", "ActiveState", "SubState", "Result", "NRestarts", "UnitFileState",
    ]

    static func findings(_ environment: [String: String]) async -> [Finding] {
        guard access("/run/systemd/system", F_OK) == 0 else { return [] }
        return [await finding(shown(environment))]
    }

    /// `text` is what `systemctl show` printed; nil when it could not be asked.
    package static func finding(_ text: String?) -> Finding {
        let lines = (text ?? "").split(separator: "\n").map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let values = Dictionary(
            lines.filter { $0.count == 2 }.map { ($0[0], String($0[1])) }
        ) { $1 }
        guard let load = values["LoadState"], let active = values["ActiveState"] else {
            return .wrong(
                "unit", "systemd does not tell of it: ask as a user who may (`systemctl status`)")
        }
        guard load == "loaded" else {
            return .well("unit", "milepost.service is not installed (\(load))")
        }
        let state = "\(active) (\(values["SubState"] ?? "?"))"
        let restarts = Int(values["NRestarts"] ?? "") ?? 0
        if active == "failed" || active == "activating" && restarts > 0 {
            return .wrong(
                "unit",
                "is \(state) after \(restarts) restarts, with the result \(values["Result"] ?? "?"):"
                    + " see why with `journalctl -u milepost -b`")
        }
        guard ["active", "activating", "reloading"].contains(active) else {
            return .wrong("unit", "is \(state): `sudo systemctl start milepost`")
        }
        let enabled = values["UnitFileState"] ?? ""
        guard ["enabled", "enabled-runtime", "static", "linked", "alias"].contains(enabled) else {
            return .wrong(
                "unit",
                "is \(state), and does not start with the machine (\(enabled)):"
                    + " `sudo systemctl enable milepost`")
        }
        let often = restarts == 0 ? "" : ", restarted \(restarts) times"
        return .well("unit", "is \(state)\(often)")
    }

    private static func shown(_ environment: [String: String]) async -> String? {
        guard
            let folder = try? TemporaryFolder(in: environment["TMPDIR"] ?? "/tmp")
        else { return nil }
        defer { folder.remove() }
        let output = folder.path + "/systemctl"
        close(open(output, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
        let command = [
            "systemctl", "show", "milepost", "--property", properties.joined(separator: ","),
        ]
        guard
            let systemctl = try? ChildProcess(command, environment: environment, output: output),
            await systemctl.end() == 0
        else { return nil }
        return SmallFile.text(output)
    }
}
