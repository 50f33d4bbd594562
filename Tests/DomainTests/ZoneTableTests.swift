import Domain
import Foundation
import Testing

@Suite("Zone table")
struct ZoneTableTests {
    /// Version 2 with one change: an hour more from 1000 s on, then no rule.
    private static let handMade: [UInt8] = bytes(
        header(version: "2", times: 0, types: 1, characters: 4), [0, 0, 0, 0, 0, 0], utc,
        header(version: "2", times: 1, types: 2, characters: 4), [0, 0, 0, 0, 0, 0, 0x03, 0xE8, 1],
        [0, 0, 0, 0, 0, 0], [0, 0, 0x0E, 0x10, 1, 0], utc, Array("\n\n".utf8))

    private static let utc = Array("UTC\0".utf8)

    private static func bytes(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

    private static func header(
        version: Character, times: UInt8, types: UInt8, characters: UInt8
    ) -> [UInt8] {
        let counts: [UInt8] = [0, 0, 0, times, types, characters]
        return Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
            + counts.flatMap { [0, 0, 0, $0] }
    }

    private func zone(_ bytes: [UInt8]) throws -> Zone {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        return try Zone.local(variable: nil, file: path)
    }

    @Test("reads the second block and keeps its last offset where no rule follows")
    func handMade() throws {
        let zone = try zone(Self.handMade)
        #expect(zone.name == "local")
        #expect(zone.offset(at: Timestamp(milliseconds: 999_999)) == 0)
        #expect(zone.offset(at: Timestamp(milliseconds: 1_000_000)) == 3_600)
        #expect(zone.offset(at: Timestamp(milliseconds: 9_000_000_000_000)) == 3_600)
    }

    @Test("reads a file of version 1, whose times have 32 bits")
    func versionOne() throws {
        let bytes = Self.bytes(
            Self.header(version: "\0", times: 1, types: 2, characters: 4),
            [0xFF, 0xFF, 0xFF, 0xFF, 1], [0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0xF1, 0xF0, 0, 0],
            Self.utc)
        let zone = try zone(bytes)
        #expect(zone.offset(at: Timestamp(milliseconds: -1_001)) == 0)
        #expect(zone.offset(at: Timestamp(milliseconds: -1_000)) == -3_600)
    }

    @Test("refuses the file cut at any byte")
    func cut() throws {
        for length in 0..<Self.handMade.count - 1 {
            #expect(throws: ZoneError.self) { try zone(Array(Self.handMade.prefix(length))) }
        }
    }

    @Test("refuses counts, types and rules that cannot be")
    func nonsense() {
        var huge = Self.handMade
        huge.replaceSubrange(32..<36, with: [0xFF, 0xFF, 0xFF, 0xFF])
        var type = Self.handMade
        type[54 + 44 + 8] = 7
        let rule = Array(Self.handMade.dropLast()) + Array("nonsense\n".utf8)
        for bytes in [huge, type, rule, Array("no zone".utf8)] {
            #expect(throws: ZoneError.self) { try zone(bytes) }
        }
    }
}
