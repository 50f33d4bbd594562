import Domain
import Foundation
import Gazetteer
import TestSupport

/// A few places in files of their own, and a folder for their database.
final class Sample {
    static let header =
        "id\tkind\tname\tname_ko\tadmin2\tadmin2_ko\tadmin1\tadmin1_ko\tcountry\tlatitude\tlongitude"
        + "\tpopulation\ttime_zone"
    static let berlin = line("g1", "Berlin", "Berlin", "DE", 52.52437, 13.41053, 3_426_354)
    static let paris = line("g2", "Paris", "Île-de-France", "FR", 48.85341, 2.3488, 2_138_551)

    let data: Folder
    let state: Folder

    init(_ lines: [String] = [berlin, paris]) throws {
        data = try Folder()
        state = try Folder()
        try write(countries: "DE\tGermany\t독일\nFR\tFrance\t프랑스\nKR\tSouth Korea\t대한민국\n")
        try write(lines)
    }

    static func line(
        _ id: String, _ name: String, _ admin1: String, _ country: String, _ latitude: Double,
        _ longitude: Double, _ population: Int, kind: String = "place", zone: String = "UTC"
    ) -> String {
        [
            id, kind, name, "", "", "", admin1, "", country, "\(latitude)", "\(longitude)",
            "\(population)", zone,
        ].joined(separator: "\t")
    }

    func write(_ lines: [String]) throws {
        try write(places: ([Self.header] + lines).map { $0 + "\n" }.joined())
    }

    func write(places: String) throws {
        try places.write(toFile: data.file("places.tsv"), atomically: true, encoding: .utf8)
    }

    func write(countries: String) throws {
        try ("code\tname\tname_ko\n" + countries)
            .write(toFile: data.file("countries.tsv"), atomically: true, encoding: .utf8)
    }

    var database: String { state.file("gazetteer.db") }

    func gazetteer(time: TimeSource = .live, diary: Diary = Diary()) -> Gazetteer {
        Gazetteer(directory: state.path, data: data.path, time: time, log: diary.log())
    }
}
