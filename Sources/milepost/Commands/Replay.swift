import Domain
import Glibc
import Wiring

extension Session {
    /// `milepost replay FILE…`: recordings through the same pipeline, on the clock of their fixes.
    func replay() async throws -> ExitCode {
        let source = Source.recordings(
            invocation.operands, pace: invocation.number(.speed), environment: environment)
        var plan = Assembly.Plan(source: source)
        plan.base = .fixTime
        plan.explains = invocation.has(.explain)
        plan.summarises = true
        plan.lookups = invocation.text(.lookups).flatMap(Assembly.LookupScope.init) ?? .offline
        let sink = standardOutput(ended: plan.stop.tell)
        plan.sinks = [sink]
        let assembly = try assembly(settings)
        if plan.lookups != .none { try await prepare(assembly.gazetteer) }
        let pipeline = assembly.assemble(plan).pipeline
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
