import Domain
import Synchronization

/// Keeps every event.
final class KeptEvents: EventSink {
    private let kept = Mutex<[Event]>([])
    var wantsTrack: Bool { true }
    var events: [Event] { kept.withLock { $0 } }
    func receive(_ event: Event) async { kept.withLock { $0.append(event) } }

    var fixes: [AcceptedFix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }
    var mileposts: [Milepost] {
        events.compactMap { if case .milepost(let milepost) = $0 { milepost } else { nil } }
    }
    var summaries: [Summary] {
        events.compactMap { if case .summary(let summary) = $0 { summary } else { nil } }
    }
}
