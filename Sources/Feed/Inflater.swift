internal import CZlib

/// Inflates gzip as it comes, in constant memory; members may follow one another.
final class Inflater {
    private static let capacity = 65_536

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let input: UnsafeMutableRawBufferPointer
    private var isAtEnd = false
    /// Between two members, where the recording may end.
    private var isBetween = false

    /// `bytes` are the first of the gzip, already read.
    init(after bytes: UnsafeRawBufferPointer) {
        input = .allocate(byteCount: max(bytes.count, Self.capacity), alignment: 1)
        input.copyMemory(from: bytes)
        stream.initialize(to: z_stream())
        offer(bytes.count)
        // Only without memory, where nothing can go on.
        precondition(zlib_shim_gunzip_init(stream) == Z_OK, "milepost is out of memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// Puts inflated bytes into `room`, as soon as there are any; 0 at the end. Throws `damaged`, or what `more` throws.
    func read(
        into room: UnsafeMutableRawBufferPointer, name: String,
        from more: (UnsafeMutableRawBufferPointer) throws(FeedError) -> Int
    ) throws(FeedError) -> Int {
        stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = uInt(room.count)
        while Int(stream.pointee.avail_out) == room.count {
            if stream.pointee.avail_in == 0, !isAtEnd { try refill(from: more) }
            if isBetween { skipPadding() }
            if stream.pointee.avail_in == 0 {
                if !isAtEnd { continue }
                if isBetween { return 0 }
                throw FeedError(
                    .damaged, "\(name): is gzip that is cut short; what came before is used")
            }
            isBetween = false
            switch CZlib.inflate(stream, Z_NO_FLUSH) {
            case Z_OK: break
            case Z_STREAM_END:
                isBetween = true
                inflateReset(stream)
            default:
                // What comes before the damage is good, and zlib tells of it again.
                guard Int(stream.pointee.avail_out) == room.count else { continue }
                throw damage(name)
            }
        }
        return room.count - Int(stream.pointee.avail_out)
    }

    private func damage(_ name: String) -> FeedError {
        let words = stream.pointee.msg.map { String(cString: $0) } ?? "error"
        return FeedError(
            .damaged, "\(name): is damaged gzip (\(words)); what came before is used")
    }

    private func refill(
        from more: (UnsafeMutableRawBufferPointer) throws(FeedError) -> Int
    ) throws(FeedError) {
        let count = try more(input)
        isAtEnd = count == 0
        offer(count)
    }

    private func offer(_ count: Int) {
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_in = uInt(count)
    }

    /// Zeros behind a member are what tapes and block devices fill up with.
    private func skipPadding() {
        while stream.pointee.avail_in > 0, stream.pointee.next_in?.pointee == 0 {
            stream.pointee.next_in += 1
            stream.pointee.avail_in -= 1
        }
    }
}
