import Foundation

/// Places instead of the whole world's, which takes long to import: the towns that the tests' drives go by.
struct FewPlaces {
    private static let head =
        "id\tkind\tname\tname_ko\tadmin2\tadmin2_ko\tadmin1\tadmin1_ko\tcountry\tlatitude\tlongitude"
        + "\tpopulation\ttime_zone"

    /// A line each, in the columns of the real list.
    private let rows: [String]

    init(_ rows: [String]) { self.rows = rows }

    func install(in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let places = ([Self.head] + rows).joined(separator: "\n") + "\n"
        try places.write(toFile: folder + "/places.tsv", atomically: true, encoding: .utf8)
        try "code\tname\tname_ko\nFR\tFrance\t프랑스\nKR\tSouth Korea\t대한민국\n".write(
            toFile: folder + "/countries.tsv", atomically: true, encoding: .utf8)
    }
}

/// One town where the drives begin.
let fewPlaces = FewPlaces([
    "k1\tplace\tTestdong\t시험동\tTestsi\t시험시\tTestdo\t시험도\tKR\t36.0\t127.0\t0\tAsia/Seoul"
])
