/// What the tracker is doing; DESIGN's modes.
package enum Mode: String, Sendable, CaseIterable {
    case tracking, acquiring, refreshing, overridden, paused
}

/// What is known of the receiver right now.
package enum ReceiverState: String, Sendable, CaseIterable {
    case waitingForGpsd = "waiting-for-gpsd"
    case noDevice = "no-device"
    case noFix = "no-fix"
    case stale
    case fix
}

/// The receiver's state with its cause and what to do about it.
package struct Receiver: Hashable, Sendable {
    package var state: ReceiverState
    /// One sentence for a person: what is missing and the remedy.
    package var detail: String?

    package init(_ state: ReceiverState, detail: String? = nil) {
        self.state = state
        self.detail = detail
    }
}
