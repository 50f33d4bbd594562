import Domain

/// The tables of the history.
///
/// Every time is milliseconds of UTC since 1970, so that the order of the column is that of time, whatever the zone.
/// Lengths are metres and speeds metres per second.
enum HistoryTables {
    static let migrations = [
        // The time is the row: what is imported again is there already, and a range is one scan. One traveller is at
        // one place at a time.
        """
        CREATE TABLE track (
            time INTEGER PRIMARY KEY, lat REAL NOT NULL, lon REAL NOT NULL, alt REAL, speed REAL,
            course REAL, starts_segment INTEGER NOT NULL)
        """,
        // A place set by hand has the system's time, so two fixes may have one time; the local time is that of the zone.
        """
        CREATE TABLE fix (
            time INTEGER NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL, seq INTEGER NOT NULL,
            alt REAL, accuracy REAL, speed REAL, course REAL, climb REAL, mode INTEGER NOT NULL,
            sats INTEGER, source TEXT NOT NULL, device TEXT, reasons TEXT NOT NULL, distance REAL,
            time_zone TEXT, PRIMARY KEY (time, lat, lon)) WITHOUT ROWID
        """,
        // Time and place are those of its fix. The parts that changed, as JSON of the output's schema.
        """
        CREATE TABLE milepost (
            time INTEGER NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL, seq INTEGER NOT NULL,
            address TEXT, weather TEXT, forecast TEXT, failures TEXT,
            PRIMARY KEY (time, lat, lon)) WITHOUT ROWID
        """,
        """
        CREATE TABLE state (
            time INTEGER NOT NULL, mode TEXT NOT NULL, receiver TEXT NOT NULL, detail TEXT,
            PRIMARY KEY (time, mode, receiver)) WITHOUT ROWID
        """,
        // The newest point of the track while it is not known whether it stays: what a power cut would cost.
        """
        CREATE TABLE head (
            id INTEGER PRIMARY KEY CHECK (id = 1), time INTEGER NOT NULL, lat REAL NOT NULL,
            lon REAL NOT NULL, alt REAL, speed REAL, course REAL, starts_segment INTEGER NOT NULL)
        """,
        // What its owner wants to see no more; bounds included.
        """
        CREATE TABLE deleted (
            id INTEGER PRIMARY KEY, from_time INTEGER NOT NULL, to_time INTEGER NOT NULL,
            deleted_at INTEGER NOT NULL)
        """,
    ]

    /// Those whose rows have a time and go with it.
    static let timed = ["track", "fix", "milepost", "state", "head"]
}
