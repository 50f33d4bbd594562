import Database
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Database", .serialized)
struct DatabaseTests {
    private static let table = ["CREATE TABLE t (id INTEGER PRIMARY KEY, value)"]

    private func memory() throws -> Database {
        try Database(path: Database.inMemory, migrations: Self.table)
    }

    @Test(
        "what is irreplaceable waits for the disk at each commit and gives space back",
        arguments: [(Database.Worth.replaceable, 1, 0), (.irreplaceable, 2, 2)]
            as [(Database.Worth, Int64, Int64)])
    func worth(worth: Database.Worth, synchronous: Int64, vacuum: Int64) throws {
        let folder = try Folder()
        let database = try Database(
            path: folder.file("a.db"), worth: worth, migrations: ["CREATE TABLE t (value)"])
        // FULL is 2, NORMAL 1; incremental is 2.
        #expect(try database.rows("PRAGMA synchronous") == [[.integer(synchronous)]])
        #expect(try database.rows("PRAGMA auto_vacuum") == [[.integer(vacuum)]])
    }

    @Test(
        "gives back each value as it was put in",
        arguments: [
            .null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("서울 O'Neill; --"),
            .text("a\u{0}b"), .blob(Data()), .blob(Data([0, 255, 1])),
        ] as [SQLValue])
    func roundTrip(value: SQLValue) throws {
        let database = try memory()
        try database.run("INSERT INTO t (value) VALUES (?)", [value])
        #expect(try database.rows("SELECT value FROM t") == [[value]])
    }

    @Test("another program's database is not touched")
    func foreign() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        try Database(scratch: path).run("CREATE TABLE theirs (value)")
        let error = thrown { () throws(DatabaseError) in
            _ = try Database(path: path, migrations: Self.table)
        }
        #expect(
            error?.message == "the database \(path) is not one of milepost's; name another file")
        #expect(error?.isDamage == false)
        #expect(
            try Database(readOnly: path).rows("SELECT name FROM sqlite_master") == [["theirs"]])
    }

    @Test("a pipe in the place of a file is not waited for")
    func pipe() throws {
        let folder = try Folder()
        #expect(mkfifo(folder.file("a.db"), 0o600) == 0)
        let error = thrown { () throws(DatabaseError) in
            _ = try Database(readOnly: folder.file("a.db"))
        }
        #expect(error?.message == "\(folder.file("a.db")) is not a regular file")
    }

    @Test("uses a prepared statement again with new values")
    func preparedAgain() throws {
        let database = try memory()
        for number in Int64(1)...3 {
            let changed = try database.run("INSERT INTO t (value) VALUES (?)", [.integer(number)])
            #expect(changed == 1)
        }
        let found = try database.rows("SELECT value FROM t WHERE value >= ? ORDER BY value", [2])
        #expect(found == [[2], [3]])
    }

    @Test("undoes a transaction whose body fails, and can begin another")
    func rollback() throws {
        let database = try memory()
        #expect(throws: DatabaseError.self) {
            try database.transaction { () throws(DatabaseError) in
                try database.run("INSERT INTO t (value) VALUES (1)")
                try database.run("INSERT INTO nowhere VALUES (1)")
            }
        }
        #expect(try database.rows("SELECT * FROM t") == [])
        try database.transaction { () throws(DatabaseError) in
            try database.run("INSERT INTO t (value) VALUES (2)")
        }
        #expect(try database.rows("SELECT value FROM t") == [[2]])
    }

    @Test("runs each migration once, over restarts")
    func migrations() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        do {
            let database = try Database(path: path, migrations: Self.table)
            try database.run("INSERT INTO t (value) VALUES ('kept')")
        }
        // Running the first one again would fail: the table is there.
        let grown = Self.table + ["ALTER TABLE t ADD COLUMN more"]
        let database = try Database(path: path, migrations: grown)
        #expect(try database.rows("SELECT value, more FROM t") == [["kept", nil]])
        #expect(try database.rows("PRAGMA user_version") == [[2]])
        #expect(try database.rows("PRAGMA journal_mode") == [["wal"]])
        #expect(try database.rows("PRAGMA synchronous") == [[1]])
    }

    @Test("runs each migration once when several open the file at the same time")
    func migrationsTogether() throws {
        let folder = try Folder()
        let tables = (0..<20).map { "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY)" }
        let errors = Mutex<[DatabaseError]>([])
        // Who comes too late for a race finds all done, so it is run more than once.
        for round in 0..<20 {
            let path = folder.file("\(round).db")
            _ = try Database(path: path, migrations: [])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let error = thrown { () throws(DatabaseError) in
                    _ = try Database(path: path, migrations: tables)
                }
                errors.withLock { $0 += error.map { [$0] } ?? [] }
            }
        }
        #expect(errors.withLock { $0 } == [])
    }

    @Test("makes a file that only its owner can read, side files too")
    func mode() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        let database = try Database(path: path, migrations: Self.table)
        try database.run("INSERT INTO t (value) VALUES (1)")
        #expect(folder.names == ["a.db", "a.db-shm", "a.db-wal"])
        for name in folder.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("refuses a file of a newer version instead of guessing")
    func newerVersion() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        _ = try Database(path: path, migrations: Self.table + ["CREATE TABLE u (x)"])
        let error = thrown { () throws(DatabaseError) in
            _ = try Database(path: path, migrations: Self.table)
        }
        #expect(error?.message.contains("newer milepost") == true)
        #expect(error?.isDamage == false)
    }

    @Test("says that the file is busy when another connection writes")
    func busy() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        let first = try Database(path: path, migrations: Self.table)
        let second = try Database(path: path, migrations: Self.table)
        try second.run("PRAGMA busy_timeout = 0")
        try first.run("BEGIN IMMEDIATE")
        let error = thrown { () throws(DatabaseError) in
            try second.transaction { () throws(DatabaseError) in }
        }
        #expect(error?.isBusy == true)
        try first.run("ROLLBACK")
        try second.transaction { () throws(DatabaseError) in }
    }

    @Test("opens a file for reading only, in a folder that gets no other file by it")
    func readOnly() throws {
        let folder = try Folder()
        let path = folder.file("a.db")
        do {
            let database = try Database(scratch: path)
            try database.run("CREATE TABLE t (value)")
            try database.run("INSERT INTO t VALUES (7)")
            #expect(folder.names == ["a.db"])
        }
        let database = try Database(readOnly: path)
        try database.holdReading("SELECT value FROM t")
        #expect(try database.rows("SELECT value FROM t") == [[7]])
        #expect(throws: DatabaseError.self) { try database.run("INSERT INTO t VALUES (8)") }
        #expect(folder.names == ["a.db"])
        #expect(throws: DatabaseError.self) {
            _ = try Database(readOnly: folder.file("none.db"))
        }
        #expect(folder.names == ["a.db"])
    }

    @Test("hands rows out one by one, each column as it was stored")
    func each() throws {
        let database = try memory()
        try database.run("INSERT INTO t (value) VALUES (2.5), ('é'), (NULL)")
        var values: [SQLValue] = []
        var numbers: [Double] = []
        var lengths: [Int] = []
        try database.each("SELECT id, value FROM t WHERE id > ? ORDER BY id", [0]) { row in
            values.append(row[1])
            numbers.append(row.double(1))
            lengths.append(row.withBytes(1) { $0.count })
            #expect(row.values == [.integer(row.int64(0)), row[1]])
        }
        #expect(values == [2.5, "é", nil])
        #expect(numbers == [2.5, 0, 0])
        // UTF-8 has two bytes for é; a number is read as its text.
        #expect(lengths == [3, 2, 0])
    }
}
