import Domain
import Glibc
import Record
import Store
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
        let history = invocation.has(.store) ? try await history() : nil
        plan.sinks = [sink] + [history].compactMap { $0 }
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
        if let history { try await close(history, isWhole: !plan.stop.isTold) }
        try await check(sink)
        return .done
    }

    /// The history, ready to be written beside a daemon that may run.
    private func history() async throws -> HistoryWriter {
        guard let path = historyPath else {
            throw CommandFailure(
                .configuration, "--store has no file to store in: name one in store.path.")
        }
        try StateDirectory(settings.stateDirectory).create()
        let history = HistoryWriter(path: path, origin: .recordings, log: log)
        try await history.open()
        return history
    }

    /// Tells what was stored; `isWhole` when that is all there was.
    private func close(
        _ history: HistoryWriter, isWhole: Bool
    ) async throws(CommandFailure) {
        let (added, known) = (await history.added, await history.known)
        var sentence = "stored \(count(added))"
        if !known.isZero { sentence += "; \(count(known)) were there already" }
        log(.info, sentence)
        await tellUnread(history)
        if await history.isIncomplete {
            throw CommandFailure(
                .cannotWrite,
                "The history is not complete: make space for it, and store the recording again.")
        }
        guard !isWhole else { return }
        throw CommandFailure(
            .negative,
            "The recording was not read to its end: store it again, and let it end.")
    }

    /// What was in the recording and is not shown by `milepost track`.
    private func tellUnread(_ history: HistoryWriter) async {
        let (elsewhere, hidden) = (await history.elsewhere, await history.hidden)
        if elsewhere > 0 {
            log(
                .warning,
                "left out \(grouped(elsewhere)) points of the track, as the history has another place at"
                    + " their times: two receivers at one time become one track; to keep them apart, store"
                    + " one of them in a file of its own, as with --set store.path=second.db")
        }
        if hidden > 0 {
            log(
                .warning,
                "\(grouped(hidden)) of the points lie in a time that was deleted, and are not shown:"
                    + " `milepost track undelete` with --from and --to brings that back")
        }
    }

    private func count(_ count: HistoryCount) -> String {
        "\(grouped(count.fixes)) fixes and \(grouped(count.points)) points of the track"
    }
}
