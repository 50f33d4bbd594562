import Domain

/// Why a line is of no use.
package enum SkippedLine: String, Sendable, CaseIterable {
    case notJSON = "not JSON"
    /// Begins as an object and does not end as one.
    case truncated
    case tooLong = "longer than 64 KiB"
    case noClass = "without a class"
    case unknownClass = "of an unknown class"
    case unknownType = "of an unknown type"
    case notNMEA = "not NMEA"
    case notOwnTracks = "not of OwnTracks Recorder"
    case malformed
}

/// Lines passed over, counted by kind; the first of each kind is kept to be shown.
package struct SkippedLines: Hashable, Sendable {
    package private(set) var counts: [SkippedLine: Int] = [:]
    /// The first characters of the first line of each kind, fit for a terminal.
    package private(set) var samples: [SkippedLine: String] = [:]

    package init() {}

    package var total: Int { counts.values.reduce(0, +) }

    /// A kind with the sample of it: "not JSON: $GPRMC,…".
    func told(_ kind: SkippedLine) -> String {
        let sample = samples[kind] ?? ""
        return sample.isEmpty ? kind.rawValue : "\(kind.rawValue): \(sample)"
    }

    /// Counts one; true for the first of its kind.
    @discardableResult
    mutating func add(_ kind: SkippedLine, _ line: UnsafeBufferPointer<CChar>?) -> Bool {
        counts[kind, default: 0] += 1
        guard samples[kind] == nil else { return false }
        samples[kind] = line.map(Self.sample) ?? ""
        return true
    }

    private static func sample(_ line: UnsafeBufferPointer<CChar>) -> String {
        String(decoding: line.prefix(80).map(UInt8.init(bitPattern:)), as: UTF8.self).printable
    }
}
