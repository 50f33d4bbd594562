import FoundationEssentials

/// What to do with a file whose last line has no end.
enum TornLine: Sendable {
    /// Lines of JSON: what is no whole object is a torn record, and is cut off.
    case json
    /// Text for a person: half a line may still tell something, so it only gets its end.
    case text

    enum Repair: Equatable {
        case nothing
        /// This many bytes at the end.
        case cut(Int)
        case end
    }

    /// Bytes from the end that are looked at; no record is nearly as long.
    static let reach = 1 << 20

    /// `tail` is the end of the file, or all of it.
    func repair(_ tail: [UInt8], isWhole: Bool) -> Repair {
        guard let last = tail.last, last != UInt8(ascii: "\n") else { return .nothing }
        let lineStart = tail.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? (isWhole ? 0 : nil)
        guard self == .json, let lineStart else { return .end }
        let line = tail[lineStart...]
        // Only what begins as a record of ours, or as the zeros that a power cut leaves, is ours to remove.
        guard line.starts(with: "{\"".utf8) || line.first == 0 || line.elementsEqual("{".utf8)
        else { return .end }
        return isObject(line) ? .end : .cut(line.count)
    }

    private func isObject(_ line: ArraySlice<UInt8>) -> Bool {
        struct Anything: Decodable {}
        return (try? JSONDecoder().decode(Anything.self, from: Data(line))) != nil
    }
}
