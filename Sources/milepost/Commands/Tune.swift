import Domain
import Feed
import Gate
import Record
import Wiring

extension Session {
    /// `milepost tune FILE…`: what several choices of settings make of the same recording.
    func tune() async throws -> ExitCode {
        let trials = Trials(
            try choices().map {
                Trial(
                    name: $0.name, try settings(with: $0.overrides),
                    isDrawn: invocation.has(.svg))
            })
        let ending = await trials.run(invocation.operands, environment: environment, log: log)
        let tunings = await trials.results()
        // What came before the damage of a file is shown all the same.
        if tunings.allSatisfy({ $0.fixes == 0 }) { try ending.get() }
        if let path = invocation.text(.svg) {
            try draw(tunings, to: path)
            // On standard output there is the picture and nothing else.
            if path == "-" {
                try ending.get()
                return .done
            }
        }
        let rows = tunings.map(Schema.Tuning.init)
        if format == .jsonl {
            for row in rows { try show(json: row) }
        } else {
            try show(renderer.render(rows))
        }
        try ending.get()
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
        let file = try OutputFile(path, sparing: invocation.operands)
        try file.write(svg.utf8)
        try file.finish()
    }
}
