import Glibc

/// Something a scripted server waits for until the test opens it: time without a clock.
///
/// A pipe that stays readable once written, so that a thread can wait for it and for a socket at once.
package final class Gate: Sendable {
    /// Readable when the gate is open.
    package let descriptor: Int32
    private let opener: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no descriptor left for a gate")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (descriptor, opener) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(opener)
    }

    /// Lets everybody pass who waits or comes later.
    package func release() { _ = write(opener, "!", 1) }
}
