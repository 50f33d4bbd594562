import Glibc

/// Cuts a stream of bytes into lines in place, in constant memory, however the bytes arrive.
final class LineBuffer {
    enum Line {
        /// Without its line end, followed by a NUL; valid and writable until the next call of the buffer.
        case text(UnsafeMutableBufferPointer<CChar>)
        /// Longer than the limit; told once, and the rest of it is dropped.
        case tooLong
    }

    /// DESIGN's limit; gpsd's own longest line is 10,240 bytes.
    static let lineLimit = 65_536
    private static let capacity = 4 * lineLimit

    private let base = UnsafeMutablePointer<CChar>.allocate(capacity: capacity + 1)
    private var start = 0
    private var scanned = 0
    private var end = 0
    private var isDropping = false

    deinit { base.deallocate() }

    /// Lets `read` put bytes behind those held; what it returns (count, 0 or negative) is returned.
    func fill(_ read: (UnsafeMutableRawPointer, Int) -> Int) -> Int {
        let room = makeRoom()
        let count = room.baseAddress.map { read($0, room.count) } ?? 0
        if count > 0 { add(count) }
        return count
    }

    /// Where bytes may be put behind those held; `add` tells how many were.
    func makeRoom() -> UnsafeMutableRawBufferPointer {
        if start > 0 {
            memmove(base, base + start, end - start)
            end -= start
            scanned -= start
            start = 0
        }
        return UnsafeMutableRawBufferPointer(start: base + end, count: Self.capacity - end)
    }

    /// Takes in `count` bytes that were put where `makeRoom` said.
    func add(_ count: Int) { end += count }

    /// The next whole line, or nil when more bytes are needed.
    func next() -> Line? {
        while let newline = memchr(base + scanned, 10, end - scanned) {
            let length = newline - UnsafeMutableRawPointer(base + start)
            let line = UnsafeMutableBufferPointer(start: base + start, count: length)
            start += length + 1
            scanned = start
            if isDropping {
                isDropping = false
            } else {
                return length > Self.lineLimit ? .tooLong : .text(terminated(line))
            }
        }
        scanned = end
        guard end - start > Self.lineLimit else { return nil }
        let isNews = !isDropping
        isDropping = true
        discard()
        return isNews ? .tooLong : nil
    }

    /// What is left at the end of the input: a last line without a line end.
    func rest() -> Line? {
        guard start < end, !isDropping else { return nil }
        defer { discard() }
        return .text(
            terminated(UnsafeMutableBufferPointer(start: base + start, count: end - start)))
    }

    /// Everything held, whatever its lines.
    func takeAll() -> UnsafeRawBufferPointer {
        defer { discard() }
        return UnsafeRawBufferPointer(start: base + start, count: end - start)
    }

    /// The bytes held, not taken.
    var unread: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + start, count: end - start)
    }

    /// Passes over the first `count` of the bytes held.
    func skip(_ count: Int) {
        start += count
        scanned = max(scanned, start)
    }

    private func discard() {
        start = 0
        scanned = 0
        end = 0
    }

    private func terminated(
        _ line: UnsafeMutableBufferPointer<CChar>
    ) -> UnsafeMutableBufferPointer<CChar> {
        var count = line.count
        while count > 0, 1...32 ~= line[count - 1] { count -= 1 }
        guard let first = line.baseAddress else { return line }
        first[count] = 0
        return UnsafeMutableBufferPointer(start: first, count: count)
    }
}
