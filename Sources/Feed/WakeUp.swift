import Glibc

/// Ends another thread's `poll` for good, from anywhere.
package final class WakeUp: Sendable {
    private let reader: FileDescriptor
    private let writer: FileDescriptor

    /// Throws `unreadable` when the process has no descriptor left.
    package init() throws(FeedError) {
        var pair: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(kind), 0, &pair) == 0 else {
            throw FeedError(.unreadable, "nothing can be waited for: \(reason(errno))")
        }
        reader = FileDescriptor(pair[0])
        writer = FileDescriptor(pair[1])
    }

    /// Whoever waits goes on, and who waits later does not.
    package func signal() {
        var byte: UInt8 = 1
        _ = send(writer.raw, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    enum Outcome { case ready, timedOut, woken }

    /// Waits for `descriptor` to become readable or writable, at most `seconds`.
    func wait(for descriptor: FileDescriptor, _ events: Int32, seconds: Double) -> Outcome {
        var both = [
            pollfd(fd: descriptor.raw, events: Int16(events), revents: 0),
            pollfd(fd: reader.raw, events: Int16(POLLIN), revents: 0),
        ]
        // Rounded up: a wait that ends too early would be repeated at full speed.
        let milliseconds = Int32(min(max(0, seconds * 1000).rounded(.up), 60_000))
        let count = poll(&both, 2, milliseconds)
        if both[1].revents != 0 { return .woken }
        return count > 0 && both[0].revents != 0 ? .ready : .timedOut
    }
}
