import CSQLite
import Glibc

/// One connection to a SQLite file; blocking, and used by one actor on a `QueueExecutor` only.
package final class Database {
    private let handle: OpaquePointer
    private let path: String
    private var statements: [String: Statement] = [:]
    private var held: [Statement] = []

    /// A path that keeps everything in memory and nothing on disk.
    package static let inMemory = ":memory:"

    /// What a file is worth to its owner.
    package enum Worth: Sendable {
        /// It can be found again: a power cut may cost the last commits.
        case replaceable
        /// What is committed stays, and space that becomes free is given back in small steps.
        case irreplaceable
    }

    /// Opens or creates the file and brings it to the last of `migrations`, each run once in the order given.
    package convenience init(
        path: String, worth: Worth = .replaceable, migrations: [String]
    ) throws(DatabaseError) {
        Self.createForOwnerOnly(path)
        try self.init(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try configure(worth)
        try migrate(migrations)
    }

    /// Opens a file only to read it; makes no file, so its folder need not be writable.
    package convenience init(readOnly path: String) throws(DatabaseError) {
        guard RegularFile.mayBeOne(path) else {
            throw DatabaseError(
                code: DatabaseError.notADatabase, message: "\(path) is not a regular file")
        }
        // SQLite reads a WAL database through files beside it. Where it cannot make those, nobody else can write either.
        if access(FolderOwner.parent(of: path), W_OK) != 0, access(path + "-wal", F_OK) != 0 {
            try self.init(
                "file:\(Self.inURI(path))?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            return
        }
        try self.init(path, SQLITE_OPEN_READONLY)
    }

    private static func inURI(_ path: String) -> String {
        path.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && scalar.properties.isAlphabetic
                || "/._-0123456789".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }.joined()
    }

    /// Fills a file that is thrown away if the program ends before it is whole: neither journal nor waiting for the disk.
    package convenience init(scratch path: String) throws(DatabaseError) {
        try self.init(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try run("PRAGMA journal_mode = OFF")
        try run("PRAGMA synchronous = OFF")
        try run("PRAGMA locking_mode = EXCLUSIVE")
    }

    private init(_ path: String, _ flags: Int32) throws(DatabaseError) {
        var opened: OpaquePointer?
        // NOMUTEX: one actor owns the connection, so SQLite need not lock.
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            // A connection that failed to open still has to be closed.
            sqlite3_close_v2(opened)
            throw DatabaseError(
                code: code,
                message:
                    "cannot open the database \(path): \(String(cString: sqlite3_errstr(code)))"
                    + DatabaseError.remedy(code))
        }
        handle = opened
        self.path = path
        sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        // Statements hold the connection open, so they go first.
        statements = [:]
        held = []
        sqlite3_close_v2(handle)
    }

    /// SQLite would let everybody on the machine read where its owner has been.
    private static func createForOwnerOnly(_ path: String) {
        // Never a file that exists: closing it would drop the locks of another connection of this process.
        guard path != inMemory, access(path, F_OK) != 0 else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // Its side files get the same owner by SQLite itself.
        FolderOwner.give(path)
        close(descriptor)
    }

    private func configure(_ worth: Worth) throws(DatabaseError) {
        // Another process (a backup, sqlite3 on the command line) is waited for, but not for ever.
        try run("PRAGMA busy_timeout = 2000")
        // Before WAL writes the first page, which holds it for good; later it would be a write for nothing.
        if worth == .irreplaceable, try rows("PRAGMA page_count") == [[0]] {
            try run("PRAGMA auto_vacuum = INCREMENTAL")
        }
        // Readers and the writer do not block each other, and a commit is one append.
        try run("PRAGMA journal_mode = WAL")
        // With WAL neither can damage the file in a power cut. NORMAL may lose the last commits; FULL waits for the disk
        // once at each.
        try run("PRAGMA synchronous = \(worth == .replaceable ? "NORMAL" : "FULL")")
        // In KiB. What is written is hardly read again; at 2 MB by default the process would grow for days.
        try run("PRAGMA cache_size = -256")
        // The side file is cut back after a checkpoint instead of staying at its largest size.
        try run("PRAGMA journal_size_limit = 4194304")
    }

    private func migrate(_ migrations: [String]) throws(DatabaseError) {
        let version = try version()
        guard version <= migrations.count else {
            throw DatabaseError(
                code: SQLITE_SCHEMA,
                message: "the database \(path) was written by a newer milepost (version \(version)"
                    + ", this one knows \(migrations.count)); update milepost or move it away")
        }
        for (index, sql) in migrations.enumerated().dropFirst(version) {
            try transaction { () throws(DatabaseError) in
                // Another process may have come first.
                guard try self.version() == index else { return }
                if index == 0 { try requireEmpty() }
                try run(sql)
                try run("PRAGMA user_version = \(index + 1)")
            }
        }
    }

    private func requireEmpty() throws(DatabaseError) {
        guard try rows("SELECT 1 FROM sqlite_master LIMIT 1").isEmpty else {
            throw DatabaseError(
                code: SQLITE_SCHEMA,
                message: "the database \(path) is not one of milepost's; name another file")
        }
    }

    private func version() throws(DatabaseError) -> Int {
        Int(try rows("PRAGMA user_version").first?.first?.int64 ?? 0)
    }

    /// Runs one statement and gives the number of rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(DatabaseError) -> Int {
        try each(sql, values) { _ in }
        return Int(sqlite3_changes(handle))
    }

    /// Runs one statement and gives its rows; kept prepared for its next use.
    package func rows(_ sql: String, _ values: [SQLValue] = []) throws(DatabaseError)
        -> [[SQLValue]]
    {
        var rows: [[SQLValue]] = []
        try each(sql, values) { rows.append($0.values) }
        return rows
    }

    /// Runs one statement and hands each of its rows to `body`, without keeping any.
    package func each(
        _ sql: String, _ values: [SQLValue] = [], _ body: (Row) -> Void
    ) throws(DatabaseError) {
        let statement = try bound(sql, values)
        defer { statement.reset() }
        while true {
            let code = statement.step()
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw error(code, sql) }
            body(Row(statement))
        }
    }

    /// Runs a statement with a box search in it, which gives no rows but what the search collects.
    package func search(_ sql: String) throws(DatabaseError) {
        let statement = try bound(sql, [])
        defer { statement.reset() }
        let code = statement.step()
        // The search ends itself with ABORT when it has seen enough.
        guard code == SQLITE_DONE || code == SQLITE_ABORT else { throw error(code, sql) }
    }

    /// Begins to read and does not end it before the connection does.
    ///
    /// Other reads then need not lock the file each time, and an R*Tree keeps its own reader open; only for a file that
    /// nobody writes to.
    package func holdReading(_ sql: String) throws(DatabaseError) {
        let statement = try prepare(sql)
        let code = statement.step()
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw error(code, sql) }
        held.append(statement)
    }

    /// Lets a statement ask `id MATCH name()` of an R*Tree, where `visit` decides about every box.
    package func addBoxSearch(
        _ name: String, _ visit: @escaping (Box) -> Box.Verdict
    ) throws(DatabaseError) {
        try check(BoxSearch.add(name, to: handle, visit), name)
    }

    private func bound(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) -> Statement {
        let statement = try prepared(sql)
        precondition(values.count == statement.parameterCount, "one value for each ? of: \(sql)")
        for (index, value) in values.enumerated() {
            try check(statement.bind(value, at: Int32(index + 1)), sql)
        }
        return statement
    }

    /// All of `body` or nothing of it: an error rolls back. Not to be nested.
    @discardableResult
    package func transaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        // IMMEDIATE: the write lock is taken at once, so a busy file is met here and not half-way.
        try run("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk or a damaged file may have rolled back already; then this one says so in vain.
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    private func prepared(_ sql: String) throws(DatabaseError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try prepare(sql)
        statements[sql] = statement
        return statement
    }

    private func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code, sql) }
        return Statement(handle: prepared)
    }

    private func check(_ code: Int32, _ sql: String) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw error(code, sql) }
    }

    private func error(_ code: Int32, _ sql: String) -> DatabaseError {
        DatabaseError(
            code: code,
            message: "the database \(path) failed: \(String(cString: sqlite3_errmsg(handle)))"
                + DatabaseError.remedy(code),
            sql: sql)
    }
}
