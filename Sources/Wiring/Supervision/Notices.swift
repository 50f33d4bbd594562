package import Domain

/// What a service manager is told, in the words of sd_notify(3); a value that sends nothing itself.
package struct Notices: Sendable {
    private var isReady = false

    package init() {}

    /// A beat has passed the whole pipeline: the first one shows that it runs, each later one that it still does.
    package mutating func beat() -> String {
        defer { isReady = true }
        return isReady ? "WATCHDOG=1" : "READY=1\nWATCHDOG=1"
    }

    /// The mode or the receiver's state changed: what `systemctl status` shows.
    package func status(_ change: StateChange) -> String {
        let receiver = change.receiver
        // With a fix all is well, and otherwise the sentence says what to do.
        let detail = receiver.state == .fix ? nil : receiver.detail
        return "STATUS=\(change.mode.rawValue), receiver \(receiver.state.rawValue)"
            + (detail.map { ": \($0.printable)" } ?? "")
    }

    /// The settings are about to be read again, at that time of CLOCK_MONOTONIC; nil before the program is ready, which
    /// `reloaded` would then be the first to say.
    package func reloading(atMicroseconds time: Int) -> String? {
        isReady ? "RELOADING=1\nMONOTONIC_USEC=\(time)" : nil
    }

    /// They are, or the old ones stay in force.
    package func reloaded() -> String? { isReady ? "READY=1" : nil }

    /// The end has begun.
    package func stopping() -> String { "STOPPING=1" }
}
