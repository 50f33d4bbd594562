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

    /// The first record that has a file.
    var next: (path: String, bytes: [UInt8])? {
        guard let first = records.first, let path = first.path else { return nil }
        return (path, first.bytes)
    }

    mutating func removeFirst() { records.removeFirst() }

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
