import Domain
import Wiring

extension Session {
    /// `milepost now`: through the daemon if it runs, else with a gpsd connection just for this.
    func now() async throws -> ExitCode {
        let asked: Schema.Answer? = try await waiting(for: { "waiting for a fix" }) {
            try await client.ask(.post, "/api/v1/refresh", body: refreshBody)
        }
        if let asked { return try close(with: asked) }
        let assembly = try assembly(settings)
        try await prepare(assembly.gazetteer)
        let parts = assembly.assemble(Assembly.Plan(source: .gpsd(assembly.gpsd)))
        let answer = try await waiting(for: { "waiting for a fix" }) {
            try await parts.whileRunning { try await $0.refresh(timeout: nil) }
        }
        return try close(with: Schema.Answer(answer))
    }
}
