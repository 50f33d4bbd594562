/// The tables of the database of places.
enum Layout {
    /// Another number, and the database is made anew.
    static let version: Int64 = 2

    /// Places in the order of the curve, areas last. A bucket's id is that of its first place.
    static let tables = [
        "CREATE TABLE about (layout INTEGER NOT NULL, stamp TEXT NOT NULL)",
        "CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL, name_ko TEXT NOT NULL)",
        """
        CREATE TABLE places (
            id INTEGER PRIMARY KEY, source_id TEXT NOT NULL, kind TEXT NOT NULL,
            name TEXT NOT NULL, name_ko TEXT NOT NULL, admin2 TEXT NOT NULL,
            admin2_ko TEXT NOT NULL, admin1 TEXT NOT NULL, admin1_ko TEXT NOT NULL,
            country TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
            population INTEGER NOT NULL, time_zone TEXT NOT NULL)
        """,
        // The exact unit vectors of up to `bucketSize` places that follow each other, 24 bytes each.
        "CREATE TABLE buckets (id INTEGER PRIMARY KEY, vectors BLOB NOT NULL)",
        "CREATE VIRTUAL TABLE boxes USING rtree (id, x0, x1, y0, y1, z0, z1)",
        // Around the disc of each larger town.
        "CREATE VIRTUAL TABLE discs USING rtree (id, x0, x1, y0, y1, z0, z1)",
        """
        CREATE VIRTUAL TABLE names USING fts5 (
            name, name_ko, also, context, content = '', columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2')
        """,
    ]

    /// Of 8, 16, 32 and 64 the size with which a search was quickest.
    static let bucketSize = 32

    /// Stand around every other name in the index, and the second ends the main ones, so that a whole name can be
    /// asked for; nobody can type them.
    static let startOfName = "\u{E000}"
    static let endOfName = "\u{E001}"
}
