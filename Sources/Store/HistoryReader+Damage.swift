import Database

extension HistoryReader {
    /// What SQLite finds wrong when it reads the file whole, nil for nothing; blocking, for long in a large one.
    package func damage() throws(HistoryError) -> String? {
        let rows = try read("PRAGMA quick_check(1)")
        let verdict = rows.first?.first?.string ?? "no answer"
        return verdict == "ok" ? nil : verdict
    }
}
