import Domain
import Wiring

extension Session {
    /// `milepost doctor`: each finding one line with its remedy; 1 if something is wrong.
    func doctor() async throws -> ExitCode {
        let doctor = Doctor(assembly: try assembly(settings))
        var isWell = true
        try await doctor.examine { finding in
            isWell = isWell && finding.isWell
            if format == .jsonl {
                try show(json: Schema.Finding(finding))
            } else {
                try show("\(finding)\n")
            }
        }
        return isWell ? .done : .negative
    }
}
