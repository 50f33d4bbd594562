import Glibc

/// Reads lines from a descriptor that it owns, never waiting longer than asked.
final class LineReader {
    private let descriptor: Int32
    private var held: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// The next line without its end, and when it had been there to read; nil when none comes within `seconds`.
    func next(within seconds: Double) -> (text: String, at: Double)? {
        let limit = now() + seconds
        while true {
            if let end = held.firstIndex(of: 10) {
                defer { held.removeSubrange(...end) }
                return (String(decoding: held[..<end], as: UTF8.self), now())
            }
            guard wait(for: descriptor, POLLIN, until: limit), fill() else { return nil }
        }
    }

    /// The next line that has `text` in it; nil when none comes within `seconds`.
    func next(with text: String, within seconds: Double) -> (text: String, at: Double)? {
        let limit = now() + seconds
        while let line = next(within: max(0, limit - now())) {
            if line.text.contains(text) { return line }
        }
        return nil
    }

    /// Throws away everything there is to read.
    func drain() {
        held = []
        while fill() { held = [] }
    }

    /// False when there is nothing to read.
    private func fill() -> Bool {
        let chunk = 65_536
        let before = held.count
        held.append(contentsOf: repeatElement(0, count: chunk))
        let count = held.withUnsafeMutableBytes { bytes in
            read(descriptor, bytes.baseAddress.map { $0 + before }, chunk)
        }
        held.removeLast(chunk - max(0, count))
        return count > 0
    }
}

/// False when nothing happens to `descriptor` until then.
func wait(for descriptor: Int32, _ events: Int32, until limit: Double) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
        let left = max(0, (limit - now()) * 1000).rounded(.up)
        let count = poll(&event, 1, Int32(left))
        if count < 0, errno == EINTR { continue }
        return count > 0
    }
}

extension timespec {
    init(_ seconds: Double) {
        self.init(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    }
}

/// Returns when the monotonic clock shows `moment`.
func sleep(until moment: Double) {
    var time = timespec(moment)
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}
