import Gazetteer
import Synchronization

extension Session {
    /// Makes this machine's list of places ready, which takes a while the first time; a command goes on without it.
    func prepare(_ gazetteer: Gazetteer?) async throws {
        guard let gazetteer else { return }
        let percent = Percent()
        try await waiting(for: { "importing the list of places: \(percent.value) %" }) {
            // Why there are none is in the log, and in each answer that lacks them.
            try? await gazetteer.prepare { done, total in
                percent.value = total > 0 ? Int(done * 100 / total) : 0
            }
        }
    }
}

/// Told on the thread that imports, shown on another.
private final class Percent: Sendable {
    private let state = Mutex(0)
    var value: Int {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
