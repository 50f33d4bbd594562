import Foundation
import Glibc
import TestSupport
import Testing
import Wiring

@Suite("The state directory", .serialized)
struct StateDirectoryTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("is made with those above it, for its owner alone, and may be there already")
    func create() throws {
        let state = StateDirectory(folder.path + "/a/b")
        try state.create()
        try state.create()
        var status = Glibc.stat()
        #expect(stat(state.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(state.socket == folder.path + "/a/b/control.sock")
        #expect(state.cache == folder.path + "/a/b/cache.db")
        #expect(state.stateFile == folder.path + "/a/b/state.json")
    }

    @Test(
        "made by root in a folder of another user belongs to that one",
        .enabled(if: Folder.canBeGiven))
    func owner() throws {
        try folder.giveToStranger()
        try StateDirectory(folder.path + "/a/b").create()
        #expect(folder.owner(of: "a") == Folder.stranger)
        #expect(folder.owner(of: "a/b") == Folder.stranger)
        #expect(StateDirectory(folder.path).owner == "user \(Folder.stranger)")
    }

    @Test("tells the name of its owner, nil where nothing is")
    func ownerName() {
        #expect(StateDirectory("/etc").owner == "root")
        #expect(StateDirectory(folder.path + "/missing").owner == nil)
    }

    @Test("that cannot be made is told with its path and the remedy")
    func failure() async throws {
        let path = try folder.write("", to: "file") + "/state"
        let error = await thrown(StateDirectory.Failure.self) {
            try StateDirectory(path).create()
        }
        let sentence = try #require(error).description
        #expect(sentence.contains(path))
        #expect(sentence.contains("state_dir"))
    }
}
