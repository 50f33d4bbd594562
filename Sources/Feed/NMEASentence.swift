import Domain
import Glibc

/// One sentence of NMEA 0183 as it lies in a line, perhaps behind noise or a TAG block; gpsd decodes it.
struct NMEASentence {
    /// From its `$` or `!` to the end of the line.
    let bytes: UnsafeMutableBufferPointer<CChar>

    /// The last one of the line: what stands before it was cut off. Nil for a line without one.
    init?(in line: UnsafeMutableBufferPointer<CChar>) {
        let start = line.indices.last { index in
            (line[index] == 36 || line[index] == 33) && Self.isAddress(line[(index + 1)...])
        }
        guard let start else { return nil }
        bytes = UnsafeMutableBufferPointer(rebasing: line[start...])
    }

    /// `GPRMC,` or `PGRME,`: three to eight capitals and digits.
    private static func isAddress(_ text: Slice<UnsafeMutableBufferPointer<CChar>>) -> Bool {
        let length = text.prefix(9).prefix { 65...90 ~= $0 || 48...57 ~= $0 }.count
        return 3...8 ~= length && text.count > length && text[text.startIndex + length] == 44
    }

    /// As a receiver sends it.
    var line: [UInt8] { bytes.map(UInt8.init(bitPattern:)) + [13, 10] }

    /// Whether a checksum is told, and is right.
    var isChecked: Bool { checksum == sum }

    /// A sentence that is known, or whose checksum is right, and not just text with a dollar in it.
    var isSure: Bool {
        guard checksum == nil else { return isChecked }
        return bytes.count > 7 && bytes[6] == 44 && Self.known.contains(kind)
    }

    private static let known: Set = ["GGA", "GLL", "GNS", "GSA", "GSV", "RMC", "VTG", "ZDA"]

    /// The three letters behind the talker's two.
    private var kind: String { text(bytes.dropFirst(3).prefix(3)) }

    private var sum: UInt8 {
        bytes.dropFirst().prefix { $0 != 42 }.reduce(0) { $0 ^ UInt8(bitPattern: $1) }
    }

    /// What stands behind the asterisk.
    private var checksum: UInt8? {
        guard let star = bytes.firstIndex(of: 42) else { return nil }
        return UInt8(text(bytes[(star + 1)...].prefix(2)), radix: 16)
    }

    private func text(_ slice: Slice<UnsafeMutableBufferPointer<CChar>>) -> String {
        String(decoding: slice.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Of an RMC or ZDA, which alone tell the date; nil for every other sentence. Two digits are 1980 to 2079.
    var time: Timestamp? {
        guard bytes.count > 7, kind == "RMC" || kind == "ZDA" else { return nil }
        let fields = text(bytes[...].prefix { $0 != 42 }).split(
            separator: ",", omittingEmptySubsequences: false)
        guard fields.count > 4, fields[1].utf8.count >= 6 else { return nil }
        let clock = fields[1]
        let time = "\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2)):\(clock.dropFirst(4))"
        guard kind == "RMC" else {
            return Timestamp(rfc3339: "\(fields[4])-\(fields[3])-\(fields[2])T\(time)Z")
        }
        guard fields.count > 9, fields[2] == "A", fields[9].utf8.count == 6 else { return nil }
        let date = fields[9]
        let century = date.suffix(2) < "80" ? "20" : "19"
        return Timestamp(
            rfc3339: "\(century)\(date.suffix(2))-\(date.dropFirst(2).prefix(2))-\(date.prefix(2))"
                + "T\(time)Z")
    }
}
