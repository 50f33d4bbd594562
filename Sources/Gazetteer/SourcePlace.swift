import Domain
import Glibc

/// One line of `places.tsv`.
struct SourcePlace: Hashable {
    enum Kind: String {
        case place, point, area
    }

    static let header =
        "id\tkind\tname\tname_ko\tadmin2\tadmin2_ko\tadmin1\tadmin1_ko\tcountry\tlatitude\tlongitude\tpopulation\ttime_zone"

    let kind: Kind
    let coordinate: Coordinate
    /// 0 where it is not known.
    let population: Int
    private let fields: [String]

    var id: String { fields[0] }
    var name: String { fields[2] }
    var nameKo: String { fields[3] }
    var admin2: String { fields[4] }
    var admin2Ko: String { fields[5] }
    var admin1: String { fields[6] }
    var admin1Ko: String { fields[7] }
    var country: String { fields[8] }
    var timeZone: String { fields[12] }

    /// More than live on Earth; what is computed from it never overflows.
    private static let populations = 0...10_000_000_000

    /// An `area` is no point that anything could be nearest to.
    var isNearby: Bool { kind != .area }
    /// A `point` is known by the name of its district already.
    var isNamed: Bool { kind != .point }

    /// Reads a line; throws what is wrong with it.
    init(line: UnsafeRawBufferPointer) throws(LineFault) {
        fields = try texts(of: line, count: 13)
        guard let kind = Kind(rawValue: fields[1]) else {
            throw LineFault("\"\(fields[1])\" is no kind of place")
        }
        guard !fields[0].isBlank, !fields[2].isBlank else {
            throw LineFault("the id or the name is missing")
        }
        guard let latitude = Double(fields[9]), let longitude = Double(fields[10]),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { throw LineFault("\"\(fields[9]) \(fields[10])\" is no coordinate") }
        guard let population = Int(fields[11]), Self.populations.contains(population) else {
            throw LineFault("\"\(fields[11])\" is no number of inhabitants")
        }
        self.kind = kind
        self.coordinate = coordinate
        self.population = population
    }
}

/// One line of `countries.tsv`.
struct SourceCountry: Hashable {
    static let header = "code\tname\tname_ko"

    /// What it is called.
    struct Names: Hashable {
        let name: String
        let nameKo: String
    }

    let code: String
    let name: String
    let nameKo: String

    init(line: UnsafeRawBufferPointer) throws(LineFault) {
        let fields = try texts(of: line, count: 3)
        (code, name, nameKo) = (fields[0], fields[1], fields[2])
        guard code.utf8.count == 2, code.utf8.allSatisfy({ 0x41...0x5A ~= $0 }), !name.isBlank
        else {
            throw LineFault("a country has a code of two letters and a name")
        }
    }
}

/// One line of `names.tsv`: what a place is also called.
struct SourceName: Hashable {
    static let header = "id\tname"

    let id: String
    let name: String

    init(line: UnsafeRawBufferPointer) throws(LineFault) {
        let fields = try texts(of: line, count: 2)
        (id, name) = (fields[0], fields[1])
        guard !id.isBlank, !name.isBlank else { throw LineFault("the id or the name is missing") }
    }
}

extension String {
    /// Nothing that could be seen.
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

/// What is wrong with a line.
struct LineFault: Error, Hashable {
    let reason: String
    init(_ reason: String) { self.reason = reason.printable }
}

/// The fields of a line; a line end follows it in memory, as `LineFile` has it.
private func texts(of line: UnsafeRawBufferPointer, count: Int) throws(LineFault) -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(count)
    var start = 0
    while start <= line.count {
        let rest = UnsafeRawBufferPointer(rebasing: line[start...])
        let length = distanceToTab(rest) ?? rest.count
        guard let text = String(validating: rest.prefix(length), as: UTF8.self) else {
            throw LineFault("it is not UTF-8")
        }
        texts.append(text)
        start += length + 1
    }
    guard texts.count == count else {
        throw LineFault("it has \(texts.count) fields instead of \(count)")
    }
    if mayBeUnprintable(line),
        texts.contains(where: { $0.unicodeScalars.contains(where: \.isUnprintable) })
    {
        throw LineFault("it has control characters")
    }
    return texts
}

private func distanceToTab(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    return memchr(start, 9, bytes.count).map { UnsafeRawPointer($0) - start }
}

/// A quick look, as nearly all lines are harmless: whether a byte occurs that begins an unprintable character.
private func mayBeUnprintable(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let start = line.baseAddress else { return false }
    // Stops at the line end at the latest, which is one of them.
    return strcspn(start.assumingMemoryBound(to: CChar.self), suspicious) < line.count
}

/// Controls but the tab, and the first bytes of the others in UTF-8; a list that C ends with 0.
private let suspicious: [CChar] = {
    let bytes: [UInt8] = Array(1...8) + Array(10...31) + [0x7F, 0xC2, 0xD8, 0xE2, 0]
    return bytes.map { CChar(bitPattern: $0) }
}()
