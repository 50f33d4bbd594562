import Database
import Foundation
import TestSupport
import Testing

@Suite("Setting a damaged database aside", .serialized)
struct DatabaseSetAsideTests {
    private static let table = ["CREATE TABLE t (value)"]

    @Test("L14 a text file is renamed with the time, kept whole, and a new one begun")
    func textFile() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        let text = String(repeating: "not a database\n", count: 100)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let opened = try Database.opening(path: path, stamp: "T1", migrations: Self.table)
        let setAside = try #require(opened.setAside)
        #expect(setAside == path + ".damaged-T1")
        #expect(try String(contentsOfFile: setAside, encoding: .utf8) == text)
        try opened.database.run("INSERT INTO t VALUES (1)")
        #expect(try opened.database.rows("SELECT value FROM t") == [[1]])
    }

    @Test("L14 a file of no length is simply a new database")
    func emptyFile() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        let opened = try Database.opening(path: path, stamp: "T1", migrations: Self.table)
        #expect(opened.setAside == nil)
        try opened.database.run("INSERT INTO t VALUES (1)")
    }

    @Test("L14 a zeroed page is told as damage when it is read")
    func zeroedPage() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        do {
            let database = try Database(path: path, migrations: Self.table)
            for _ in 0..<100 {
                try database.run("INSERT INTO t VALUES (zeroblob(1000))")
            }
        }
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(count: 4096))
        try file.close()
        let opened = try Database.opening(path: path, stamp: "T1", migrations: Self.table)
        let error = thrown { () throws(DatabaseError) in
            _ = try opened.database.rows("SELECT value FROM t")
        }
        #expect(error?.isDamage == true)
    }

    @Test("never overwrites what was set aside before, and takes the side files along")
    func twice() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        for text in ["one", "two", "three"] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            try text.write(toFile: path + "-wal", atomically: true, encoding: .utf8)
            _ = try Database.setAside(path: path, stamp: "T1")
        }
        #expect(
            folder.names == [
                "a.db.damaged-T1", "a.db.damaged-T1-2", "a.db.damaged-T1-2-wal",
                "a.db.damaged-T1-3", "a.db.damaged-T1-3-wal", "a.db.damaged-T1-wal",
            ])
        #expect(
            try String(contentsOfFile: path + ".damaged-T1-2", encoding: .utf8) == "two")
    }

    @Test("leaves a file alone that is not damaged but cannot be opened")
    func notDamage() {
        #expect(throws: DatabaseError.self) {
            _ = try Database.opening(
                path: "/nonexistent/a.db", stamp: "T1", migrations: Self.table)
        }
    }
}
