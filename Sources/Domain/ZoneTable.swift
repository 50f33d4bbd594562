/// The changes of a zone's clocks as a TZif file lists them (RFC 8536), and the rule for all time after.
struct ZoneTable: Hashable, Sendable {
    private struct Change: Hashable {
        /// Seconds since 1970.
        var time: Int64
        var offset: Int
    }

    private var changes: [Change] = []
    /// Before the first change.
    private var initial = 0
    private var rule: ZoneRule?

    static let utc = ZoneTable()

    private init() {}

    init(rule: ZoneRule) { self.rule = rule }

    /// Nil for bytes that are not a whole TZif file.
    init?(tzif bytes: [UInt8]) {
        var reader = BigEndianReader(bytes)
        guard let first = Counts(&reader) else { return nil }
        if first.version == 0 {
            guard readBlock(&reader, first, timeSize: 4) else { return nil }
            return
        }
        // The first block holds only times of 32 bits, for readers of long ago.
        guard reader.skip(first.blockSize(timeSize: 4)), let second = Counts(&reader),
            readBlock(&reader, second, timeSize: 8), let footer = reader.line()
        else { return nil }
        guard !footer.isEmpty else { return }
        rule = ZoneRule(footer)
        if rule == nil { return nil }
    }

    func offset(at time: Int64) -> Int {
        guard let last = changes.last else { return rule?.offset(at: time) ?? initial }
        if time >= last.time { return rule?.offset(at: time) ?? last.offset }
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? initial : changes[low - 1].offset
    }

    private mutating func readBlock(
        _ reader: inout BigEndianReader, _ counts: Counts, timeSize: Int
    ) -> Bool {
        guard let times = reader.integers(counts.times, size: timeSize),
            let types = reader.integers(counts.times, size: 1),
            let offsets = readOffsets(&reader, counts.types), let initial = offsets.first,
            types.allSatisfy({ offsets.indices.contains(Int($0)) }),
            reader.skip(counts.trailer(timeSize: timeSize))
        else { return false }
        self.initial = initial
        changes = zip(times, types).map { Change(time: $0, offset: offsets[Int($1)]) }
        return true
    }

    /// Each type is an offset of 4 bytes, a flag for summer time and the place of its abbreviation.
    private func readOffsets(_ reader: inout BigEndianReader, _ count: Int) -> [Int]? {
        var offsets: [Int] = []
        for _ in 0..<count {
            guard let offset = reader.integer(size: 4), reader.skip(2) else { return nil }
            offsets.append(Int(offset))
        }
        return offsets
    }
}

/// The header of a block: how many entries of each kind follow.
private struct Counts {
    let version: UInt8
    let times: Int
    let types: Int
    private let utcFlags: Int
    private let standardFlags: Int
    private let leaps: Int
    private let characters: Int

    init?(_ reader: inout BigEndianReader) {
        guard reader.take("TZif"), let version = reader.integer(size: 1), reader.skip(15),
            let counts = reader.integers(6, size: 4), counts.allSatisfy({ 0...100_000 ~= $0 })
        else { return nil }
        self.version = UInt8(truncatingIfNeeded: version)
        utcFlags = Int(counts[0])
        standardFlags = Int(counts[1])
        leaps = Int(counts[2])
        times = Int(counts[3])
        types = Int(counts[4])
        characters = Int(counts[5])
    }

    /// Bytes after the types: abbreviations, leap seconds and flags, none of which an offset needs.
    func trailer(timeSize: Int) -> Int {
        characters + leaps * (timeSize + 4) + standardFlags + utcFlags
    }

    func blockSize(timeSize: Int) -> Int {
        times * (timeSize + 1) + types * 6 + trailer(timeSize: timeSize)
    }
}

/// Reads integers, highest byte first, and never past the end.
private struct BigEndianReader {
    private var rest: ArraySlice<UInt8>
    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    mutating func take(_ text: String) -> Bool {
        rest.starts(with: text.utf8) && skip(text.utf8.count)
    }

    /// Two's complement; a single byte is taken as unsigned.
    mutating func integer(size: Int) -> Int64? {
        guard rest.count >= size else { return nil }
        let bits = rest.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(size)
        return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
    }

    mutating func integers(_ count: Int, size: Int) -> [Int64]? {
        guard rest.count >= count * size else { return nil }
        return (0..<count).compactMap { _ in integer(size: size) }
    }

    /// The text between two line ends.
    mutating func line() -> String? {
        guard take("\n"), let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}
