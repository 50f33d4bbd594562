import Concurrency
import Domain
import Synchronization

/// A controller that records what it is asked, and whose refresh waits until the test lets it go.
final class FakeController: Controller {
    private let outcomes = FanOut<Result<Answer, ControlError>>()
    private let calls = Mutex<[String]>([])
    private let places = Mutex<[NamedPlace]>([])
    private let failure = Mutex<ControlError?>(nil)
    private let stuck = Mutex<String?>(nil)
    private let present = Mutex(Sample.status)
    let refreshing = Tally()
    let cancelled = Tally()

    var asked: [String] { calls.withLock { $0 } }

    /// Ends every refresh that waits now.
    func finishRefresh(_ outcome: Result<Answer, ControlError>) { outcomes.send(outcome) }

    func find(_ found: [NamedPlace]) { places.withLock { $0 = found } }

    /// What every command throws from now on.
    func fail(_ error: ControlError?) { failure.withLock { $0 = error } }

    private func record(_ call: String) throws {
        calls.withLock { $0.append(call) }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    func status() async -> Status { present.withLock { $0 } }

    /// Has another status from now on.
    func change(_ body: (inout Status) -> Void) { present.withLock { body(&$0) } }

    func standstill() -> String? { stuck.withLock { $0 } }

    /// Stands still from now on.
    func stand(_ reason: String) { stuck.withLock { $0 = reason } }

    func refresh(timeout: Double?) async throws -> Answer {
        try record("refresh \(timeout.map { "\($0)" } ?? "-")")
        let stream = outcomes.subscribe(capacity: 1)
        await refreshing.add()
        for await outcome in stream { return try outcome.get() }
        await cancelled.add()
        throw CancellationError()
    }

    func override(_ override: Override) async throws -> Answer {
        let c = override.coordinate
        try record(
            "override \(c.latitude) \(c.longitude) alt=\(override.altitude.map { "\($0)" } ?? "-") "
                + "name=\(override.name ?? "-") once=\(override.once)")
        return Sample.answer
    }

    func override(place: String, once: Bool) async throws -> Answer {
        try record("override place=\(place) once=\(once)")
        return Sample.answer
    }

    func clearOverride() async { try? record("clear") }
    func pause() async throws { try record("pause") }
    func resume() async throws { try record("resume") }

    func search(_ text: String) async throws -> [NamedPlace] {
        try record("search \(text)")
        return places.withLock { $0 }
    }
}

/// Counts, and lets a test wait for a count instead of for time.
actor Tally {
    private(set) var count = 0
    private var waiters: [(Int, CheckedContinuation<Void, Never>)] = []

    func add() {
        count += 1
        let count = count
        for (_, waiter) in waiters.filter({ $0.0 <= count }) { waiter.resume() }
        waiters.removeAll { $0.0 <= count }
    }

    func reaches(_ wanted: Int) async {
        guard count < wanted else { return }
        await withCheckedContinuation { waiters.append((wanted, $0)) }
    }
}
