import Domain
import Glibc
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
        let sink = standardOutput(ended: plan.stop.tell)
        plan.sinks = [sink]
        let pipeline = try assembly(settings).assemble(plan).pipeline
        // Beside events on the same terminal it would only be in the way.
        if isatty(STDOUT_FILENO) == 1 {
            try await pipeline.runUntilInterrupted()
        } else {
            try await waiting(for: { "\(await pipeline.tracking.summary().fixes) fixes" }) {
                try await pipeline.runUntilInterrupted()
            }
        }
        try await check(sink)
        return .done
    }
}
