import Database
import Testing

@Suite("Database errors", .serialized)
struct DatabaseErrorTests {
    // Result codes from sqlite.org/rescode.html; the extended ones carry the primary one in their low byte.
    @Test(
        "tell damage and a busy file from the rest, extended codes too",
        arguments: [
            (11, true, false), (26, true, false), (11 | 1 << 8, true, false), (5, false, true),
            (6, false, true), (5 | 2 << 8, false, true), (13, false, false), (1, false, false),
        ] as [(Int32, Bool, Bool)])
    func kinds(code: Int32, isDamage: Bool, isBusy: Bool) {
        let error = DatabaseError(code: code, message: "")
        #expect(error.isDamage == isDamage)
        #expect(error.isBusy == isBusy)
    }

    // 19 << 8 is SQLITE_IOERR_SHMSIZE, which a full disk gives when the file is opened.
    @Test(
        "tell what to do about a disk, full or broken",
        arguments: [
            (13, "; free some space on its disk"),
            (10 | 19 << 8, "; check its disk and the space left on it"),
            (10 | 3 << 8, "; check its disk and the space left on it"), (1, ""),
        ] as [(Int32, String)])
    func disk(code: Int32, remedy: String) {
        #expect(DatabaseError.remedy(code) == remedy)
    }

    @Test("name the file and the statement, never its values")
    func sentence() throws {
        let database = try Database(path: Database.inMemory, migrations: [])
        let error = thrown { () throws(DatabaseError) in
            try database.run("INSERT INTO nowhere VALUES (?)", ["secret"])
        }
        #expect(error?.sql == "INSERT INTO nowhere VALUES (?)")
        #expect(error?.message == "the database :memory: failed: no such table: nowhere")
    }

    @Test("end with what to do about a file that cannot be opened")
    func remedy() {
        let error = thrown { () throws(DatabaseError) in
            _ = try Database(path: "/nonexistent/a.db", migrations: [])
        }
        #expect(
            error?.message
                == "cannot open the database /nonexistent/a.db: unable to open database file"
                + "; check that its folder exists and may be written to")
    }
}
