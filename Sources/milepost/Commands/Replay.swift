import Domain
import Wiring

extension Session {
    /// `milepost replay FILE…`: recordings through the same pipeline, on the clock of their fixes.
    func replay() async throws -> ExitCode {
        let source = Source.recordings(invocation.operands, pace: invocation.number(.speed))
        var plan = Assembly.Plan(source: source)
        plan.base = .fixTime
        plan.explains = invocation.has(.explain)
        plan.summarises = true
        // No provider of this version works without the network, so `offline` looks nothing up either.
        plan.looksUp = invocation.text(.lookups) == "all"
        plan.sinks = [standardOutput(ended: plan.stop.tell)]
        try await assembly(settings).assemble(plan).pipeline.runUntilInterrupted()
        return .done
    }
}
