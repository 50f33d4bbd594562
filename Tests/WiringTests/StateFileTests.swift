import Domain
import Foundation
import Gate
import Glibc
import TestSupport
import Testing
import Wiring

@Suite("The state file", .serialized)
struct StateFileTests {
    private let folder: Folder
    private let diary = Diary()

    init() throws { folder = try Folder() }

    private func file(_ name: String = "state.json") -> StateFile {
        StateFile(path: folder.file(name), log: diary.log())
    }

    private func state(_ latitude: Double) throws -> SavedState {
        SavedState(
            override: Override(
                coordinate: try #require(Coordinate(latitude: latitude, longitude: 129))))
    }

    @Test("gives back what was saved last, and leaves nothing else in the folder")
    func roundTrip() async throws {
        let file = file()
        #expect(file.load() == nil)
        for latitude in 1...50 { file.save(try state(Double(latitude))) }
        file.finish()
        await file.run()
        let expected = try state(50)
        #expect(file.load() == expected)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.json"])
        #expect(diary.said.isEmpty)
    }

    @Test(
        "is of the owner of its folder, also when root saves it", .enabled(if: Folder.canBeGiven))
    func owner() async throws {
        try folder.giveToStranger()
        let file = file()
        file.save(try state(1))
        file.finish()
        await file.run()
        #expect(folder.owner(of: "state.json") == Folder.stranger)
    }

    @Test("can be read by its owner alone")
    func mode() async throws {
        let file = file()
        file.save(try state(1))
        file.finish()
        await file.run()
        var status = Glibc.stat()
        stat("\(folder.path)/state.json", &status)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test(
        "R08 keeps aside what cannot be right, says so, and starts without it",
        arguments: ["", #"{"lat":0,"lon":0}"#, #"{"version":1,"over"#, "\0\0\0\0"])
    func unreadable(text: String) throws {
        _ = try folder.write(text, to: "state.json")
        #expect(file().load() == nil)
        #expect(try folder.read("state.json.unreadable") == text)
        #expect(diary.said.count == 1)
        #expect(diary.said[0].contains("state.json.unreadable"))
    }

    @Test("says that what is there cannot be read, and leaves it alone")
    func unreadable() throws {
        let path = "\(folder.path)/state.json"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(file().load() == nil)
        #expect(diary.said.count == 1)
        #expect(diary.said[0].contains("cannot be read (Is a directory)"))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("says once that nothing can be saved, and again that it can")
    func failure() async throws {
        let file = file("missing/state.json")
        async let run: Void = file.run()
        file.save(try state(1))
        while diary.said.isEmpty { await Task.yield() }
        try FileManager.default.createDirectory(
            atPath: folder.path + "/missing", withIntermediateDirectories: false)
        file.save(try state(2))
        file.finish()
        await run
        #expect(diary.said.count == 2)
        #expect(diary.said[0].contains("missing/state.json"))
        let expected = try state(2)
        #expect(file.load() == expected)
    }
}
