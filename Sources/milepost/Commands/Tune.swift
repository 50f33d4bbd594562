import Domain
import Feed
import Gate
import Record
import Wiring

extension Session {
    /// `milepost tune FILE…`: what several choices of settings make of the same recording.
    func tune() async throws -> ExitCode {
        var trials = try choices().map { choice in
            Trial(name: choice.name, try settings(with: choice.overrides))
        }
        for path in invocation.operands {
            let reader = try RecordingReader(path: path, log: log)
            while case let fixes = try reader.nextBatch(limit: 4096), !fixes.isEmpty {
                for index in trials.indices { trials[index].take(fixes) }
            }
        }
        for index in trials.indices { trials[index].finish() }
        let tunings = trials.map(\.tuning)
        if let path = invocation.text(.svg) {
            try draw(tunings, to: path)
            // On standard output there is the picture and nothing else.
            if path == "-" { return .done }
        }
        let rows = tunings.map(Schema.Tuning.init)
        if format == .jsonl {
            for row in rows { try show(json: row) }
        } else {
            try show(renderer.render(rows))
        }
        return .done
    }

    private struct Choice {
        var name: String
        var overrides: [SettingOverride] = []
    }

    /// What is set beside each of `--try`; without any, the profiles.
    private func choices() -> [Choice] {
        let tries = invocation.texts(.try)
        guard !tries.isEmpty else {
            return Profile.allCases.map { profile in
                Choice(
                    name: profile.rawValue,
                    overrides: [SettingOverride(key: "gate.profile", value: profile.rawValue)])
            }
        }
        return [Choice(name: settings.gate.profile.rawValue)]
            + tries.map { text in
                Choice(
                    name: text,
                    overrides: text.split(separator: ",").map {
                        SettingOverride(assignment: $0, option: .try)
                    })
            }
    }

    private func draw(_ tunings: [Tuning], to path: String) throws {
        guard let svg = TuningDrawing(renderer).svg(tunings) else {
            throw CommandFailure(
                .negative,
                "\(path.printable): there is nothing to draw; no fix of the recording moved.")
        }
        let file = try OutputFile(path)
        try file.write(svg.utf8)
        try file.finish()
    }
}
