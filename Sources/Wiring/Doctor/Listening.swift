import Concurrency
package import Domain
import Feed
import Synchronization

/// What gpsd and its receiver said to the doctor.
package struct Heard: Sendable {
    package var receiver: Receiver?
    /// The first with a place.
    package var fix: Fix?
    /// What the system's clock showed when that came, and whether it is synchronised.
    package var clock: (time: Timestamp, synchronised: Bool)?
    /// gpsd's release: "3.25".
    package var release: String?

    package init(receiver: Receiver? = nil, fix: Fix? = nil, release: String? = nil) {
        self.receiver = receiver
        self.fix = fix
        self.release = release
    }
}

/// Follows gpsd until a fix comes, or for as long as one is patient.
struct Listening {
    let patience: Double

    func hear(_ feed: GpsdFeed, time: TimeSource) async -> Heard {
        let ear = Ear()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await feed.run(ear.note) }
            group.addTask { await ear.enough.wait() }
            group.addTask { try? await time.sleep(patience) }
            await group.next()
            group.cancelAll()
        }
        return ear.heard.withLock { $0 }
    }

    private final class Ear: Sendable {
        let heard = Mutex(Heard())
        /// Told at the first fix.
        let enough = Stop()

        func note(_ event: FeedEvent) {
            switch event {
            case .receiver(let receiver): heard.withLock { $0.receiver = receiver }
            case .greeting(let release): heard.withLock { $0.release = release }
            case .fix(let fix) where fix.coordinate != nil && fix.mode.rawValue >= 2:
                heard.withLock { heard in
                    guard heard.fix == nil else { return }
                    heard.fix = fix
                    heard.clock = systemClock()
                }
                enough.tell()
            case .fix, .beat: break
            }
        }
    }
}
