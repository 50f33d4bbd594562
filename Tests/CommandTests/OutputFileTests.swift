import Foundation
import TestSupport
import Testing

@testable import milepost

@Suite("A file that a command writes")
struct OutputFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func write(_ text: String, to name: String) throws {
        let file = try OutputFile(folder.file(name))
        try file.write(text.utf8)
        try file.finish()
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("has its name when it is whole, and leaves nothing beside it")
    func whole() throws {
        try write("one", to: "a")
        try write("two", to: "a")
        #expect(try read("a") == "two")
        #expect(try names == ["a"])
    }

    @Test("that is not finished leaves the one before as it was")
    func unfinished() throws {
        try write("one", to: "a")
        do {
            let file = try OutputFile(folder.file("a"))
            try file.write(Array(repeating: 65, count: 1 << 20))
        }
        #expect(try read("a") == "one")
        #expect(try names == ["a"])
    }

    @Test("is never what the command reads, whatever its name")
    func input() throws {
        try write("one", to: "a")
        symlink(folder.file("a"), folder.file("b"))
        for name in ["a", "b"] {
            #expect(throws: CommandFailure.self) {
                _ = try OutputFile(folder.file(name), sparing: [folder.file("a")])
            }
        }
        #expect(try read("a") == "one")
    }

    @Test("behind a link is replaced there, and the link stays")
    func link() throws {
        try write("one", to: "a")
        symlink(folder.file("a"), folder.file("b"))
        try write("two", to: "b")
        #expect(try read("a") == "two")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("b"))
                == folder.file("a"))
    }

    @Test("is for its owner and group alone, and one that is replaced keeps its rights")
    func rights() throws {
        func rights(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions]
                as? Int
        }
        try write("one", to: "a")
        #expect(try rights("a") == 0o640)
        #expect(chmod(folder.file("a"), 0o600) == 0)
        try write("two", to: "a")
        #expect(try rights("a") == 0o600)
    }

    @Test("takes no name that is another file's")
    func others() throws {
        try write("mine", to: "a.part")
        try write("one", to: "a")
        #expect(try read("a.part") == "mine")
        #expect(try names == ["a", "a.part"])
    }

    @Test("may be a device")
    func device() throws {
        let file = try OutputFile("/dev/null")
        try file.write("x".utf8)
        try file.finish()
    }
}
