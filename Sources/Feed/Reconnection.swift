import Concurrency

/// How long to wait before the next connection: growing, and from the start again after one that lasted.
struct Reconnection: Sendable {
    /// Seconds a connection must last; one that is closed at once, every time, must not be tried at full speed.
    static let lasting = 10.0

    private var backoff: Backoff

    /// A local gpsd is followed again within 3 s of its return; a remote one is spared.
    init(isLocal: Bool, random: @escaping @Sendable () -> Double) {
        backoff = Backoff(base: 0.5, cap: isLocal ? 2.5 : 30, random: random)
    }

    /// Seconds to wait after a connection that lasted `seconds`, 0 if there was none.
    mutating func wait(afterLasting seconds: Double) -> Double {
        if seconds >= Self.lasting { backoff.reset() }
        return backoff.next()
    }
}
