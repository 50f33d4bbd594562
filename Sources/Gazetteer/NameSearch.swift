import Concurrency
import Database
import Domain

/// Searches by name on a connection and a queue of their own, so that no zone or address waits for one.
///
/// There is one for each opening of the database; it opens its connection when it is first asked.
actor NameSearch {
    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let path: String
    private let log: Log
    private var index: PlaceIndex?

    init(path: String, log: Log) {
        self.path = path
        self.log = log
    }

    /// Some of them only, or none, when the caller is cancelled.
    func places(
        named text: String, near: Coordinate?, in language: Language, provider: String
    ) throws(DatabaseError) -> [NamedPlace] {
        guard !Task.isCancelled else { return [] }
        return try opened().places(named: text, near: near, in: language, provider: provider)
    }

    private func opened() throws(DatabaseError) -> PlaceIndex {
        if let index { return index }
        log(.debug, "opening \(path) for searches by name")
        let opened = try PlaceIndex(path: path)
        guard opened.stamp != nil else {
            // A milepost of another version replaced the file since; as at the start, it is made anew.
            throw DatabaseError(
                code: DatabaseError.notADatabase, message: "\(path) has another layout")
        }
        index = opened
        return opened
    }
}
