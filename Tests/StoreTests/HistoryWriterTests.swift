import Database
import Domain
import Foundation
import Store
import TestSupport
import Testing

@Suite("The writer of the history", .serialized)
struct HistoryWriterTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test("writes a fix at once with all that is known of it, and before it the track to it")
    func everything() async throws {
        let writer = bench.writer()
        await writer.receive(.track([try point(1, 0, speed: 19.5, starts: true)]))
        #expect(bench.folder.names == [])
        await writer.receive(.fix(try fix(7, 2, 40)))
        #expect(
            try bench.rows("SELECT * FROM track") == [
                [1_777_863_601_000, 36.5, 127.25, 38.5, 19.5, 0.0, 1]
            ])
        let latitude = SQLValue.real(try place(40).latitude)
        #expect(
            try bench.rows("SELECT * FROM fix") == [
                [
                    1_777_863_602_000, latitude, 127.25, 7, 38.5, 5.0, 20.0, 0.0, 0.5, 3, 9, "gpsd",
                    "/dev/ttyACM0", "distance coarse", 512.3, nil,
                ]
            ])
        await writer.receive(.milepost(milepost(try fix(7, 2, 40), label: "Sejong")))
        #expect(
            try bench.rows("SELECT * FROM milepost") == [
                [
                    1_777_863_602_000, latitude, 127.25, 7,
                    #"{"label":"Sejong","provider":"gazetteer"}"#, nil, nil, nil,
                ]
            ])
        let receiver = Receiver(.noFix, detail: "no sky")
        await writer.receive(
            .state(StateChange(mode: .tracking, receiver: receiver, since: at(3))))
        #expect(
            try bench.rows("SELECT * FROM state") == [
                [1_777_863_603_000, "tracking", "no-fix", "no sky"]
            ])
        #expect(await writer.commits == 3)
    }

    @Test("fixes that come faster than the disk takes them share a commit; none is left waiting")
    func grouped() async throws {
        let writer = bench.writer()
        for number in 1...3 {
            await writer.receive(.fix(try fix(number, Double(number), 0)), hasMore: true)
        }
        #expect(await writer.commits == 0)
        // What the history does not keep is the last of them.
        let other = Superseded(seq: 1, by: 2, parts: [])
        await writer.receive(.superseded(other), hasMore: false)
        #expect(try bench.rows("SELECT seq FROM fix") == [[1], [2], [3]])
        #expect(await writer.commits == 1)
        for number in 4...1503 {
            await writer.receive(.fix(try fix(number, Double(number), 0)), hasMore: true)
        }
        // As many wait at the most as are written in one go.
        #expect(await writer.commits == 4)
        #expect(await writer.waiting == 0)
    }

    @Test("L23 the order of the times is that of the column, through the hour that comes twice")
    func order() async throws {
        let writer = bench.writer()
        let los = try Zone("America/Los_Angeles")
        // 01:30 PDT, 01:59 PDT, 01:30 PST, 02:00 PST.
        let times = ["08:30", "08:59", "09:30", "10:00"].map { "2026-11-01T\($0):00Z" }
        for (seq, text) in times.enumerated().reversed() {
            let time = try #require(Timestamp(rfc3339: text))
            var fix = AcceptedFix(
                seq: seq, time: time, coordinate: try place(0),
                fix: Fix(source: .gpsd, mode: .threeD), accuracy: 5, reasons: [.heartbeat],
                distance: 0)
            fix.zone = los
            await writer.receive(.fix(fix))
        }
        let rows = try bench.rows("SELECT seq, time, time_zone FROM fix ORDER BY time")
        #expect(rows.map { $0[0] } == [0, 1, 2, 3])
        #expect(rows[2][1] == 1_793_525_400_000)
        #expect(rows.allSatisfy { $0[2] == "America/Los_Angeles" })
    }

    @Test("the owner alone may read it")
    func rights() async throws {
        let writer = bench.writer()
        await writer.receive(.fix(try fix(1, 1)))
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("two fixes of one time are two when they are of two places")
    func oneTime() async throws {
        let writer = bench.writer()
        await writer.receive(.fix(try fix(1, 1, 0)))
        await writer.receive(.fix(try fix(2, 1, 5000, source: .manual)))
        await writer.receive(.fix(try fix(3, 1, 5000, source: .manual)))
        #expect(try bench.rows("SELECT seq FROM fix ORDER BY seq") == [[1], [2]])
        #expect(await writer.known == HistoryCount(fixes: 1))
    }

    @Test("a fix that is looked up again keeps what is not told anew")
    func lookedUpAgain() async throws {
        let writer = bench.writer()
        let fix = try fix(1, 1)
        await writer.receive(.milepost(milepost(fix, label: "Sejong", temperature: 8)))
        await writer.receive(.milepost(milepost(fix, temperature: 9)))
        #expect(
            try bench.rows("SELECT address, weather FROM milepost") == [
                [
                    #"{"label":"Sejong","provider":"gazetteer"}"#,
                    #"{"provider":"open-meteo","temperature":9}"#,
                ]
            ])
    }

    @Test("imports the same again without a row more, and counts what was there")
    func idempotent() async throws {
        for run in 0..<2 {
            let writer = bench.writer(.recordings)
            try await writer.open()
            await writer.receive(.track([try point(1, starts: true), try point(2, 20)]))
            await writer.receive(.fix(try fix(1, 2, 20)))
            await writer.receive(.milepost(milepost(try fix(1, 2, 20), label: "Sejong")))
            await writer.finish()
            #expect(
                await writer.known
                    == (run == 0 ? HistoryCount() : HistoryCount(fixes: 1, points: 2)))
            #expect(await writer.commits == 1)
        }
        #expect(try bench.pointTimes() == [1000, 2000])
        #expect(try bench.rows("SELECT count(*) FROM fix") == [[1]])
        #expect(try bench.rows("SELECT count(*) FROM milepost") == [[1]])
    }

    @Test("a point at a time at which the history has another place is left out, and counted apart")
    func elsewhere() async throws {
        let writer = bench.writer(.recordings)
        await writer.receive(.track([try point(1, starts: true), try point(2, 20)]))
        await writer.finish()
        let other = bench.writer(.recordings)
        await other.receive(
            .track([try point(1, starts: true), try point(2, 90_000), try point(3, 90_020)]))
        await other.finish()
        #expect(await other.elsewhere == 1)
        #expect(await other.known == HistoryCount(points: 1))
        #expect(await other.added == HistoryCount(points: 1))
        #expect(try bench.pointTimes() == [1000, 2000, 3000])
    }

    @Test("what is stored of a time that was deleted is counted, as it is not shown")
    func hidden() async throws {
        let writer = bench.writer(.recordings)
        await writer.receive(.track([try point(1, starts: true)]))
        await writer.finish()
        try HistoryEditor(path: bench.path).delete(at(1)...at(3), at: at(9))
        let next = bench.writer(.recordings)
        let points = try (2...5).map { try point(Double($0), Double($0) * 20) }
        await next.receive(.track(points))
        await next.finish()
        #expect(await next.hidden == 2)
        #expect(await next.added == HistoryCount(points: 4))
        #expect(try bench.points().map(\.time) == [at(4), at(5)])
    }

    @Test("a recording is committed in large pieces, and whole at the end")
    func recordings() async throws {
        let writer = bench.writer(.recordings)
        for number in 0..<12_000 { await writer.receive(.fix(try fix(number, Double(number)))) }
        #expect(await writer.commits == 2)
        await writer.finish()
        #expect(await writer.commits == 3)
        #expect(try bench.rows("SELECT count(*) FROM fix") == [[12_000]])
    }

    @Test("what nobody asked to keep is not kept")
    func others() async throws {
        let writer = bench.writer()
        await writer.receive(.summary(Summary()))
        await writer.receive(.superseded(Superseded(seq: 1, by: 2, parts: [])))
        await writer.receive(.rejected(Fix(source: .gpsd, mode: .noFix), [.noFix]))
        await writer.finish()
        #expect(bench.folder.names == [])
    }

    @Test("SIGHUP opens the file anew, also after it was moved away")
    func reopening() async throws {
        let writer = bench.writer()
        await writer.receive(.fix(try fix(1, 1)))
        await writer.reopen()
        try FileManager.default.moveItem(atPath: bench.path, toPath: bench.path + ".old")
        await writer.receive(.fix(try fix(2, 2)))
        #expect(try bench.rows("SELECT seq FROM fix") == [[2]])
    }
}

@Suite("What a power cut costs and what a card of flash bears", .serialized)
struct HistoryCommitTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test("the file has a log beside it for commits, and gives space back")
    func file() async throws {
        let writer = bench.writer()
        await writer.receive(.fix(try fix(1, 1)))
        // 2 is incremental.
        #expect(try bench.rows("PRAGMA auto_vacuum") == [[2]])
        #expect(try bench.rows("PRAGMA journal_mode") == [["wal"]])
    }

    @Test(
        "L17 a parked day is at most 60 commits an hour, though the receiver wanders all the time")
    func parkedDay() async throws {
        let writer = bench.writer()
        var seq = 0
        // A point of the track every 40 s, a heartbeat every 30 min, weather with each.
        for second in stride(from: 0.0, to: 86_400, by: 40) {
            bench.clock.advance(by: .seconds(40))
            await writer.tick()
            await writer.receive(
                .track([try point(second, second.truncatingRemainder(dividingBy: 7))]))
            guard second.truncatingRemainder(dividingBy: 1800) < 40 else { continue }
            seq += 1
            await writer.receive(.fix(try fix(seq, second)))
            await writer.receive(.milepost(milepost(try fix(seq, second), temperature: 8)))
        }
        // 48 fixes and 48 mileposts, and the track in between every 5 minutes.
        let commits = await writer.commits
        #expect(commits > 96)
        #expect(commits <= 24 * 60 / 3)
    }

    @Test("a drive that ends in a power cut loses less than 5 s of track, and no fix")
    func powerCut() async throws {
        let writer = bench.writer()
        // As the tracker tells it: the newest point every 4 s, one that stays every 32 s.
        for second in 0...61 {
            let newest = try point(Double(second), Double(second) * 20, starts: second == 0)
            if second % 32 == 0 {
                await writer.receive(.track([newest]))
                if second == 32 { await writer.receive(.fix(try fix(1, 32, 640))) }
            } else if second % 4 == 0 {
                await writer.receive(.trackHead(newest))
            }
        }
        // What is on the disk now is what a cut leaves: a copy taken while the writer has it open.
        let copy = try Bench()
        for name in ["milepost.db", "milepost.db-wal"] {
            try FileManager.default.copyItem(
                atPath: bench.folder.file(name), toPath: copy.folder.file(name))
        }
        let next = copy.writer()
        await next.receive(
            .state(StateChange(mode: .tracking, receiver: Receiver(.fix), since: at(90))))
        #expect(try copy.pointTimes() == [0, 32_000, 60_000])
        #expect(try copy.rows("SELECT seq FROM fix") == [[1]])
        #expect(try copy.rows("SELECT * FROM head") == [])
    }

    @Test("the newest point is a point of the track for who reads, until a later one stays")
    func head() async throws {
        let writer = bench.writer()
        await writer.receive(.track([try point(0, starts: true)]))
        await writer.receive(.trackHead(try point(4, 80)))
        #expect(try bench.points().map(\.time) == [at(0), at(4)])
        #expect(try bench.points(at(0)...at(3)).map(\.time) == [at(0)])
        await writer.receive(.track([try point(6, 120)]))
        await writer.receive(.fix(try fix(1, 6, 120)))
        #expect(try bench.points().map(\.time) == [at(0), at(6)])
        await writer.receive(.trackHead(try point(10, 200)))
        await writer.receive(.trackHead(try point(14, 280)))
        #expect(try bench.points().map(\.time) == [at(0), at(6), at(14)])
    }

    @Test("a point at rest waits for 5 minutes at most, a thousand not even that")
    func waits() async throws {
        let writer = bench.writer()
        await writer.receive(.track([try point(1)]))
        bench.clock.advance(by: .seconds(299))
        await writer.tick()
        #expect(await writer.commits == 0)
        bench.clock.advance(by: .seconds(1))
        await writer.tick()
        #expect(await writer.commits == 1)
        for number in 0..<1000 { await writer.receive(.track([try point(Double(number) + 400)])) }
        #expect(await writer.commits == 2)
        #expect(await writer.waiting == 0)
    }
}
