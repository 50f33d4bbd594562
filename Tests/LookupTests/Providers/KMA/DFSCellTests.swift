import Domain
import Lookup
import Testing

/// Cells are those of the published table; the corners of the box were reckoned with another program.
@Suite("Cells of Korea's forecast grid")
struct DFSCellTests {
    private func cell(_ latitude: Double, _ longitude: Double) -> [Int]? {
        DFSCell(containing: place(latitude, longitude)).map { [$0.x, $0.y] }
    }

    @Test("181 places lie in the cells that the published tables give them")
    func vectors() throws {
        let rows = try Fixture.csv("kma/dfs_vectors.csv")
        #expect(rows.count == 181)
        for row in rows {
            let latitude = try #require(Double(row[1]))
            let longitude = try #require(Double(row[2]))
            #expect(cell(latitude, longitude) == row[3...4].compactMap { Int($0) }, "\(row[0])")
        }
    }

    @Test(
        "stations of the railway",
        arguments: [
            (37.5547, 126.9707, [60, 126]), (36.7944, 127.1045, [62, 110]),
            (36.62, 127.3272, [66, 106]), (36.3323, 127.4343, [68, 100]),
            (35.8793, 128.6286, [89, 91]), (35.1152, 129.0413, [97, 74]),
            (35.1376, 126.791, [57, 74]), (34.7911, 126.3866, [50, 66]),
            (37.7645, 128.8997, [93, 132]),
        ])
    func stations(latitude: Double, longitude: Double, expected: [Int]) {
        #expect(cell(latitude, longitude) == expected)
    }

    @Test("the grid ends before the box does in the south-east: column 149 is the last")
    func grid() {
        #expect(cell(32, 132) == nil)
        #expect(cell(33, 132) == nil)
        #expect(cell(38.7, 132) == [144, 155])
    }

    @Test("the box around the country ends at 32.0 and 38.7 north, 124.0 and 132.0 east")
    func box() {
        #expect(cell(32, 124) == [6, 5])
        #expect(cell(38.7, 131.9) != nil)
        for outside in [(31.999, 126), (38.701, 128), (35, 123.999), (35, 132.001), (-35, 127)] {
            #expect(cell(outside.0, outside.1) == nil, "\(outside)")
        }
    }
}
