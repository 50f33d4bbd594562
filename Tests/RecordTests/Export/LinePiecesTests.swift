import Domain
import Testing

@testable import Record

@Suite("Pieces of lines")
struct LinePiecesTests {
    private func point(_ number: Int, starts: Bool = false) throws -> TrackPoint {
        TrackPoint(
            time: Timestamp(milliseconds: Int64(number)),
            coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), startsSegment: starts)
    }

    /// The first and the last number of each piece of a track of so many points with segments that start at `starts`.
    private func pieces(_ count: Int, starts: Set<Int> = [0]) throws -> [[Int64]] {
        var pieces = LinePieces()
        var all: [[TrackPoint]?] = []
        for number in 0..<count {
            all.append(pieces.add(try point(number, starts: starts.contains(number))))
        }
        all.append(pieces.finish())
        return all.compactMap { $0 }.compactMap { piece in
            guard let first = piece.first, let last = piece.last else { return nil }
            return [first.time.milliseconds, last.time.milliseconds]
        }
    }

    @Test("end where a segment does")
    func segments() throws {
        #expect(try pieces(10, starts: [0, 4, 5]) == [[0, 3], [4, 4], [5, 9]])
        #expect(try pieces(0) == [])
    }

    @Test("of a long segment begin where the one before ended, and nothing is drawn twice")
    func long() throws {
        #expect(try pieces(10_000) == [[0, 4095], [4095, 8190], [8190, 9999]])
        #expect(try pieces(4096) == [[0, 4095]])
        #expect(try pieces(4097) == [[0, 4095], [4095, 4096]])
        #expect(try pieces(4098, starts: [0, 4096]) == [[0, 4095], [4096, 4097]])
    }
}
