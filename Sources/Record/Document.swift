/// How far a file with a head and a tail is whole, and what belongs behind that.
struct Document: Equatable {
    /// Where the tail begins and the next record goes.
    var end: Int
    /// The last line before it; nil when that is the head, or there is nothing yet.
    var last: [UInt8]?
    var tail: [UInt8]

    /// Bytes of it all.
    var size: Int { end + tail.count }

    /// A file in which nothing stands.
    static let nothing = Document(end: 0, last: nil, tail: [])

    /// Bytes from the end that are looked at; no record is nearly as long.
    static let reach = 1 << 20

    /// Bytes, blanks aside, that may follow the zeros of a machine switched off: the rest of an old tail.
    private static let longestTail = 1024

    /// What stands behind the tail while a file is written, and means nothing there.
    static let blank = UInt8(ascii: " ")

    /// Finds the last whole record of a file of `size` bytes; nil when the file is none of this shape.
    ///
    /// A process killed while writing leaves the beginning of a record, with the rest of the old tail behind it where
    /// that was longer. A machine switched off may leave zeros instead, from which on nothing is to be trusted.
    static func find<E>(
        _ shape: FileShape, size: Int, read: (_ start: Int, _ count: Int) throws(E) -> [UInt8]
    ) throws(E) -> Document? {
        let head = shape.head
        let beginning = try read(0, min(size, head.count))
        guard beginning == head else {
            let torn = zip(beginning, head).prefix { $0 == $1 }.count
            guard size <= reach, try read(torn, size - torn).allSatisfy({ $0 == 0 }) else {
                return nil
            }
            return nothing
        }
        let start = max(head.count, size - reach)
        var records = try read(start, size - start)[...]
        if let zero = records.firstIndex(of: 0) {
            // More than a tail behind them is not to be thrown away.
            guard records[zero...].count(where: { $0 != 0 && $0 != blank }) <= longestTail else {
                return nil
            }
            records = records[..<zero]
        }
        guard !isGoneOnWith(records, shape) else { return nil }
        // A program that ends every file with a line end has put one behind the tail.
        while let newline = records.lastIndex(of: UInt8(ascii: "\n")) {
            records = records[...newline]
            let before = records.dropLast().lastIndex(of: UInt8(ascii: "\n"))
            // A line that begins nowhere is no record of ours.
            guard before != nil || start == head.count else { return nil }
            let last = Array(records[(before.map { $0 + 1 } ?? records.startIndex)...])
            if !shape.isTail(last.dropLast().trimmingBlanks()) {
                return Document(
                    end: start + records.endIndex, last: last, tail: shape.tail(after: last))
            }
            records = records.dropLast(last.count)
        }
        guard start == head.count else { return nil }
        return Document(end: head.count, last: nil, tail: shape.tail(after: nil))
    }

    /// Whether somebody has written on behind the tail, so that what stands there is no record of this file.
    private static func isGoneOnWith(_ records: ArraySlice<UInt8>, _ shape: FileShape) -> Bool {
        let lines = records.split(separator: UInt8(ascii: "\n"))
        guard let last = lines.last else { return false }
        return lines.dropLast().contains(where: shape.holdsTail)
            || shape.holdsTail(last) && !shape.isTail(last.trimmingBlanks())
    }

    /// Whether `rest`, all that a file has from `end` on, is the tail with nothing but blanks behind it.
    func isClosed(by rest: [UInt8]) -> Bool {
        guard !tail.isEmpty else { return rest.isEmpty }
        return rest.starts(with: tail) && rest[tail.count...].allSatisfy { $0 == Self.blank }
    }

    /// What is written at `end` to add `lines`, and the document as it is then.
    func adding(_ lines: [UInt8], _ shape: FileShape) -> (bytes: [UInt8], Document) {
        var bytes = end == 0 ? shape.head : []
        var last = last
        var rest = lines[...]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = shape.join(rest[...newline], after: last)
            bytes += line
            last = line
            rest = rest[(newline + 1)...]
        }
        let tail = shape.tail(after: last)
        return (bytes + tail, Document(end: end + bytes.count, last: last, tail: tail))
    }
}

extension ArraySlice<UInt8> {
    fileprivate func trimmingBlanks() -> ArraySlice<UInt8> {
        self[..<(lastIndex { $0 != Document.blank }.map { $0 + 1 } ?? startIndex)]
    }
}
