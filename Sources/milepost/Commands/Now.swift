import Domain
import Wiring

extension Session {
    /// `milepost now`: through the daemon if it runs, else with a gpsd connection just for this.
    func now() async throws -> ExitCode {
        if let answer: Schema.Answer = try await client.ask(.post, "/api/v1/refresh") {
            try show(answer)
            return .done
        }
        let assembly = try assembly(settings)
        let parts = assembly.assemble(Assembly.Plan(source: .gpsd(assembly.gpsd)))
        let answer = try await parts.whileRunning { try await $0.refresh(timeout: nil) }
        try show(Schema.Answer(answer))
        return .done
    }
}
