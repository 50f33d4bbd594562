import Database
import Glibc
import TestSupport
import Testing

@Suite("The owner of a folder")
struct FolderOwnerTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func touch(_ name: String) { close(open(folder.file(name), O_WRONLY | O_CREAT, 0o600)) }

    @Test(
        "is that of what root makes in it, and of nothing that a link there leads to",
        .enabled(if: Folder.canBeGiven))
    func give() throws {
        try folder.giveToStranger()
        touch("mine")
        let outside = try Folder()
        close(open(outside.file("target"), O_WRONLY | O_CREAT, 0o600))
        #expect(symlink(outside.file("target"), folder.file("link")) == 0)
        for name in ["mine", "link", "missing"] { FolderOwner.give(folder.file(name)) }
        #expect(folder.owner(of: "mine") == Folder.stranger)
        #expect(outside.owner(of: "target") == 0)
    }

    @Test("that is root's keeps what belongs to another", .enabled(if: Folder.canBeGiven))
    func rootsFolder() {
        touch("theirs")
        chown(folder.file("theirs"), Folder.stranger, Folder.stranger)
        FolderOwner.give(folder.file("theirs"))
        #expect(folder.owner(of: "theirs") == Folder.stranger)
    }

    @Test(
        "owns a database that root begins there, with its side files",
        .enabled(if: Folder.canBeGiven))
    func database() throws {
        try folder.giveToStranger()
        let database = try Database(
            path: folder.file("a.db"), migrations: ["CREATE TABLE t (id INTEGER PRIMARY KEY)"])
        for name in ["a.db", "a.db-wal", "a.db-shm"] {
            #expect(folder.owner(of: name) == Folder.stranger, "\(name)")
        }
        _ = database
    }

    @Test(
        "the folder of a file",
        arguments: [("/a/b", "/a"), ("/a", "/"), ("a/b", "a"), ("a", "."), ("/a/b/", "/a/b")])
    func parent(path: String, folder: String) {
        #expect(FolderOwner.parent(of: path) == folder)
    }
}
