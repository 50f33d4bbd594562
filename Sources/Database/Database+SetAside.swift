import Glibc

extension Database {
    /// A database ready for use, and where a damaged one of its name was put.
    package struct Opened {
        package var database: Database
        package var setAside: String?
    }

    /// Opens `path`; a damaged file is renamed with `stamp` in its name, never overwritten, and a new one begun.
    ///
    /// `stamp` is a time of the caller's, such as `20260504T030201Z`.
    package static func opening(
        path: String, worth: Worth = .replaceable, stamp: String, migrations: [String]
    ) throws(DatabaseError) -> Opened {
        do throws(DatabaseError) {
            return Opened(database: try Database(path: path, worth: worth, migrations: migrations))
        } catch {
            guard error.isDamage, path != inMemory else { throw error }
            let setAside = try setAside(path: path, stamp: stamp)
            return Opened(
                database: try Database(path: path, worth: worth, migrations: migrations),
                setAside: setAside)
        }
    }

    /// Renames the file and its side files; only with no connection open. Gives the new name.
    package static func setAside(path: String, stamp: String) throws(DatabaseError) -> String {
        var name = "\(path).damaged-\(stamp)"
        var copies = 1
        while access(name, F_OK) == 0 {
            copies += 1
            name = "\(path).damaged-\(stamp)-\(copies)"
        }
        guard rename(path, name) == 0 else {
            throw DatabaseError(
                code: errno,
                message: "the damaged database \(path) cannot be renamed: "
                    + "\(String(cString: strerror(errno))); move it away by hand")
        }
        // A side file left behind would be taken for the new file's.
        for suffix in ["-wal", "-shm"] { rename(path + suffix, name + suffix) }
        return name
    }
}
