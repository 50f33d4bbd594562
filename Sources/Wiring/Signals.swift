import Concurrency
import Glibc
import Synchronization

/// Where the handler puts the numbers of signals: the entrance of a pipe. Set before the handler is.
private let pipeEntrance = Atomic<Int32>(-1)

/// Signals of the process as values; once made, they no longer end the program.
///
/// A handler and a pipe, since Dispatch's own signal sources lose a signal that hits a thread which does not block it.
package struct Signals: Sendable {
    private let numbers: [Int32]
    private let entrance: Int32
    private let exit: Int32

    /// Takes `numbers` over at once, so that an early signal waits for `forEach`. One at a time in a process.
    package init(_ numbers: [Int32]) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Errno(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never wait, however many signals come.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        self.numbers = numbers
        (exit, entrance) = (ends[0], ends[1])
        pipeEntrance.store(entrance, ordering: .sequentiallyConsistent)
        for number in numbers {
            signal(number) { number in
                // Only calls that are safe in a handler; the interrupted code must find its errno again.
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(pipeEntrance.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = saved
            }
        }
    }

    /// Hands over each signal until the task is cancelled; from then on they do nothing, as the program is about to end
    /// and a second one must not make that look like a failure.
    package func forEach(_ body: (Int32) async -> Void) async {
        while !Task.isCancelled {
            let number = await next()
            if number != 0 { await body(number) }
        }
        // Not SIG_IGN, which a child started later would inherit.
        for number in numbers { signal(number) { _ in } }
        pipeEntrance.store(-1, ordering: .sequentiallyConsistent)
        close(entrance)
        close(exit)
    }

    /// 0 wakes the reader when nothing more is wanted.
    private func next() async -> Int32 {
        let (exit, entrance) = (self.exit, self.entrance)
        return await onBlockingThread(interrupt: {
            var wake: UInt8 = 0
            _ = write(entrance, &wake, 1)
        }) {
            var number: UInt8 = 0
            while read(exit, &number, 1) == -1, errno == EINTR {}
            return Int32(number)
        }
    }
}
