import Domain
import Synchronization

/// What need not be asked again for a while.
///
/// A part whose one half came is a success for whoever sends the requests, so what the other half was told is kept here.
final class KMAMemory: Sendable {
    private struct Pause {
        var failure: LookupFailure
        var noted: Timestamp
        /// Nil until the settings change.
        var until: Timestamp?
    }

    private struct State {
        var absences: [String: Timestamp] = [:]
        var pauses: [KMAOperation: Pause] = [:]
    }

    /// Seconds for which an issue that was not out is taken to be still not out.
    static let absence = 120.0

    private let state = Mutex(State())

    /// Notes that there was no data under `url`.
    func noteAbsence(of url: String, at now: Timestamp) {
        state.withLock { state in
            state.absences = state.absences.filter { Self.lasts($0.value, at: now) }
            state.absences[url] = now
        }
    }

    func isAbsent(_ url: String, at now: Timestamp) -> Bool {
        state.withLock { $0.absences[url].map { Self.lasts($0, at: now) } ?? false }
    }

    /// Notes a refusal or a limit of one operation; other failures pass of themselves.
    func note(_ failure: LookupFailure, of operation: KMAOperation, at now: Timestamp) {
        switch failure.code {
        case .refused: break
        case .quota, .rateLimited: if failure.retryAt == nil { return }
        default: return
        }
        let until = failure.code == .refused ? nil : failure.retryAt
        state.withLock { $0.pauses[operation] = Pause(failure: failure, noted: now, until: until) }
    }

    /// Why `operation` is not to be asked now.
    func pause(of operation: KMAOperation, at now: Timestamp) -> LookupFailure? {
        state.withLock { state in
            guard let pause = state.pauses[operation] else { return nil }
            // A clock that was set back ends it, too.
            let isOver = pause.until.map { $0 <= now || now < pause.noted } ?? false
            return isOver ? nil : pause.failure
        }
    }

    /// A clock that was set back ends it, too.
    private static func lasts(_ noted: Timestamp, at now: Timestamp) -> Bool {
        0..<absence ~= now.seconds(since: noted)
    }
}
