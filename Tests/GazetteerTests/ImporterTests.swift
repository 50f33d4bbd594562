import Domain
import Foundation
import Gazetteer
import Glibc
import TestSupport
import Testing

@Suite("Importing places", .timeLimit(.minutes(10)))
struct ImporterTests {
    private func error(
        _ gazetteer: Gazetteer, progress: ImportProgress? = nil
    ) async -> GazetteerError? {
        do throws(GazetteerError) {
            try await gazetteer.prepare(progress: progress)
            return nil
        } catch {
            return error
        }
    }

    private static let good = Sample.berlin
    private static func berlin(_ field: Int, _ text: String) -> String {
        var fields = good.split(separator: "\t", omittingEmptySubsequences: false).map {
            String($0)
        }
        fields[field] = text
        return fields.joined(separator: "\t")
    }

    private static let damaged: [(line: String, reason: String)] = [
        ("g1\tplace\tBerlin", "it has 3 fields instead of 13"),
        (good + "\tmore", "it has 14 fields instead of 13"),
        ("", "it has 1 fields instead of 13"),
        (berlin(0, ""), "the id or the name is missing"),
        (berlin(1, "star"), "\"star\" is no kind of place"),
        (berlin(2, ""), "the id or the name is missing"),
        (berlin(0, "  "), "the id or the name is missing"),
        (berlin(2, " \u{3000} "), "the id or the name is missing"),
        (berlin(2, "Ber\u{1B}[2Jlin"), "it has control characters"),
        (berlin(2, "Ber\u{202E}lin"), "it has control characters"),
        (berlin(8, "XX"), "\"XX\" is no country of countries.tsv"),
        (berlin(9, "91"), "\"91 13.41053\" is no coordinate"),
        (berlin(10, "nan"), "\"52.52437 nan\" is no coordinate"),
        (berlin(10, ""), "\"52.52437 \" is no coordinate"),
        (berlin(11, "-1"), "\"-1\" is no number of inhabitants"),
        (berlin(11, "10000000001"), "\"10000000001\" is no number of inhabitants"),
        (
            berlin(11, "99999999999999999999"),
            "\"99999999999999999999\" is no number of inhabitants"
        ),
        (berlin(11, "many"), "\"many\" is no number of inhabitants"),
        (berlin(12, String(repeating: "x", count: 5000)), "the line is too long"),
    ]

    @Test(
        "names file and line of what is not a place, and leaves nothing behind", arguments: damaged)
    func damagedLine(line: String, reason: String) async throws {
        let sample = try Sample([Sample.paris, line])
        let error = await error(sample.gazetteer())
        #expect(error?.code == .badData)
        let message =
            "\(sample.data.file("places.tsv")), line 3: \(reason); mend or remove this file"
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "no error")")
        #expect(sample.state.names == [])
    }

    @Test("refuses a file that is cut off, empty, of another kind or not UTF-8")
    func damagedFile() async throws {
        let sample = try Sample()
        let header = Sample.header + "\n"
        for (text, reason) in [
            (
                header + Sample.good + "\n" + String(Sample.paris.dropLast(9)),
                "line 3: the file is cut off here"
            ),
            (header, "line 1: there is nothing after the header"),
            ("", "line 1: the first line is not the header of this file"),
            ("<html>\n", "line 1: the first line is not the header of this file"),
        ] {
            try sample.write(places: text)
            let error = await error(sample.gazetteer())
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "no error")")
        }
        var bytes = Data((header + Sample.good + "\n").utf8)
        bytes[header.utf8.count + 10] = 0xFF
        try bytes.write(to: URL(fileURLWithPath: sample.data.file("places.tsv")))
        #expect(
            await error(sample.gazetteer())?.message.contains("line 2: it is not UTF-8") == true)
        #expect(sample.state.names == [])
    }

    // Areas are stored last, so of the two towns, far from each other in the file, one is read after the change.
    @Test(
        "tells a file that changes after it was checked",
        arguments: [
            ("", "it became shorter"),
            (String(repeating: "x\n", count: 100_000), "it has 1 fields instead of 13"),
            (String(repeating: "x", count: 100_000), "the file is cut off here"),
        ])
    func changed(text: String, reason: String) async throws {
        let area = Sample.line("a1", "Bavaria", "", "DE", 48.9, 11.4, 0, kind: "area")
        let areas = [String](repeating: area, count: 1000)
        let sample = try Sample([Self.good] + areas + [Sample.paris])
        let places = sample.data.file("places.tsv")
        let error = await error(sample.gazetteer()) { done, _ in
            // In place, as the import has it open.
            if done == 0 { try? text.write(toFile: places, atomically: false, encoding: .utf8) }
        }
        #expect(error?.code == .badData)
        #expect(error?.message == "\(places) changed while it was read: \(reason); try again")
        #expect(sample.state.names == [])
    }

    @Test("refuses countries that are none")
    func damagedCountries() async throws {
        let sample = try Sample()
        try sample.write(countries: "DE\tGermany\t독일\nFrance\tFR\t\n")
        let error = await error(sample.gazetteer())
        #expect(error?.message.contains("countries.tsv, line 3: a country has a code") == true)
    }

    @Test("takes as many inhabitants as a place can have")
    func largest() async throws {
        let sample = try Sample([Self.berlin(11, "10000000000")])
        let gazetteer = sample.gazetteer()
        let place = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
        #expect(
            try await gazetteer.address(Query(coordinate: place, language: .en)).city == "Berlin")
        let found = try await gazetteer.places(named: "Berlin", language: .en)
        #expect(found.map(\.population) == [10_000_000_000])
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test(
        "leaves a database of the owner of its folder, also when root imports",
        .enabled(if: Folder.canBeGiven))
    func owner() async throws {
        let sample = try Sample([Self.berlin(11, "1")])
        try sample.state.giveToStranger()
        _ = try await sample.gazetteer().places(named: "Berlin", language: .en)
        #expect(sample.state.owner(of: "gazetteer.db") == Folder.stranger)
    }

    @Test("refuses a country whose name is blank")
    func blankCountry() async throws {
        let sample = try Sample()
        try sample.write(countries: "DE\t \t독일\nFR\tFrance\t\n")
        #expect(
            await error(sample.gazetteer())?.message.contains("countries.tsv, line 2: ") == true)
    }

    @Test(
        "does not wait for a pipe, nor read a device, in place of a file",
        arguments: ["places.tsv", "countries.tsv"], [true, false])
    func notRegular(name: String, isPipe: Bool) async throws {
        let sample = try Sample()
        let path = sample.data.file(name)
        try FileManager.default.removeItem(atPath: path)
        #expect((isPipe ? mkfifo(path, 0o600) : symlink("/dev/zero", path)) == 0)
        let error = await error(sample.gazetteer())
        #expect(error?.code == .badData)
        #expect(
            error?.message == "\(path) is not a regular file; mend or remove this file, "
                + "or put the one that came with milepost in its place")
        #expect(sample.state.names == [])
    }

    @Test("says where it looked when the data is missing, and what to do")
    func missing() async throws {
        let folder = try Folder()
        let gazetteer = Gazetteer(directory: folder.path, data: folder.path, log: Diary().log())
        let error = await error(gazetteer)
        #expect(error?.code == .noData)
        #expect(
            error?.message == "places.tsv and countries.tsv are not in \(folder.path); "
                + "name the folder they are in")
    }

    @Test("says that the folder of the database cannot be written to")
    func notWritable() async throws {
        let sample = try Sample()
        let gazetteer = Gazetteer(
            directory: sample.data.file("places.tsv"), data: sample.data.path, log: Diary().log())
        let error = await error(gazetteer)
        #expect(error?.code == .database)
        #expect(
            error?.message.contains("check that its folder exists and may be written to") == true)
    }

    @Test("removes what a killed import left, and nothing of one that still runs")
    func leftovers() async throws {
        let sample = try Sample()
        let dead = sample.database + ".import-1-2"
        let alive = sample.database + ".import-3-4"
        for path in [dead, alive] {
            #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
        }
        let descriptor = open(alive, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try await sample.gazetteer().prepare()
        #expect(sample.state.names == ["gazetteer.db", "gazetteer.db.import-3-4"])
    }

    @Test("lets two at once import without harm to either")
    func twoAtOnce() async throws {
        let sample = try Sample()
        let place = try #require(Coordinate(latitude: 48.85, longitude: 2.35))
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<4 {
                let gazetteer = sample.gazetteer()
                group.addTask {
                    try await gazetteer.address(Query(coordinate: place, language: .en)).city
                }
            }
            for try await city in group { #expect(city == "Paris") }
        }
        #expect(sample.state.names == ["gazetteer.db"])
    }
}

extension Sample {
    static var good: String { berlin }
}
