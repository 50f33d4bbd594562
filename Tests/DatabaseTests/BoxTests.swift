import Database
import Testing

@Suite("Box search", .serialized)
struct BoxTests {
    /// Entries 0…n−1, each the single point of its id on a line.
    private func line(_ count: Int64) throws -> Database {
        let database = try Database(path: Database.inMemory, migrations: [])
        try database.run("CREATE VIRTUAL TABLE line USING rtree (id, low, high)")
        for id in 0..<count {
            let place = SQLValue.real(Double(id))
            try database.run("INSERT INTO line VALUES (?, ?, ?)", [.integer(id), place, place])
        }
        return database
    }

    @Test("enters boxes by their score, so that entries come nearest first")
    func order() throws {
        let database = try line(1000)
        var entries: [Int64] = []
        try database.addBoxSearch("near") { box in
            let distance = max(box.bounds[0] - 400.2, 400.2 - box.bounds[1], 0)
            guard distance < 3 else { return .leaveOut }
            guard box.isEntry else { return .enter(score: distance) }
            entries.append(box.id)
            return .leaveOut
        }
        try database.search("SELECT id FROM line WHERE id MATCH near()")
        // |id − 400.2| < 3.
        #expect(entries.sorted() == [398, 399, 400, 401, 402, 403])
    }

    @Test("gives the entries that are entered as rows, the smallest score first")
    func rows() throws {
        let database = try line(1000)
        try database.addBoxSearch("near") { box in
            .enter(score: max(box.bounds[0] - 400.2, 400.2 - box.bounds[1], 0))
        }
        let rows = try database.rows("SELECT id FROM line WHERE id MATCH near() LIMIT 3")
        #expect(rows == [[400], [401], [399]])
    }

    @Test("ends when it is told to, and can be begun again")
    func end() throws {
        let database = try line(1000)
        var boxes = 0
        try database.addBoxSearch("first") { box in
            boxes += 1
            return boxes < 3 ? .enter(score: 0) : .end
        }
        try database.search("SELECT id FROM line WHERE id MATCH first()")
        #expect(boxes == 3)
        boxes = 0
        try database.search("SELECT id FROM line WHERE id MATCH first()")
        #expect(boxes == 3)
    }

    @Test("tells the score with which the box around was entered")
    func parentScore() throws {
        let database = try line(1000)
        var scores: Set<Double> = []
        try database.addBoxSearch("scored") { box in
            if box.isEntry { scores.insert(box.parentScore) }
            return box.isEntry ? .leaveOut : .enter(score: 7)
        }
        try database.search("SELECT id FROM line WHERE id MATCH scored()")
        #expect(scores == [7])
    }

    @Test("reports what is wrong with the statement")
    func failure() throws {
        let database = try line(1)
        #expect(throws: DatabaseError.self) {
            try database.search("SELECT id FROM line WHERE id MATCH nothing()")
        }
    }
}
