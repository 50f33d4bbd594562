/// Records that wait for their file, in their order; when it is full the oldest goes and is counted.
struct Backlog {
    struct Record: Equatable {
        /// Nil until a fix tells the date.
        var path: String?
        var bytes: [UInt8]
    }

    private(set) var records: [Record] = []
    /// Since `takeLost` was asked last.
    private var lost = 0
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { records.count }
    var isEmpty: Bool { records.isEmpty }

    /// With `keepingFirst` the second goes in place of the oldest, which is half written.
    mutating func append(_ record: Record, keepingFirst: Bool = false) {
        if let path = record.path {
            for index in records.indices where records[index].path == nil {
                records[index].path = path
            }
        }
        records.append(record)
        if records.count > capacity {
            records.remove(at: keepingFirst ? 1 : 0)
            lost += 1
        }
    }

    /// The first record that has a file other than those.
    func next(except paths: Set<String> = []) -> (index: Int, path: String, bytes: [UInt8])? {
        for (index, record) in records.enumerated() {
            guard let path = record.path else { return nil }
            if !paths.contains(path) { return (index, path, record.bytes) }
        }
        return nil
    }

    mutating func remove(at index: Int) { records.remove(at: index) }

    /// One that cannot even wait.
    mutating func loseOne() { lost += 1 }

    /// Gives up what is still there.
    mutating func loseAll() {
        lost += records.count
        records = []
    }

    mutating func takeLost() -> Int {
        defer { lost = 0 }
        return lost
    }
}
