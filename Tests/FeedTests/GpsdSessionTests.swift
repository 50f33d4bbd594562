import Domain
import Feed
import Foundation
import Glibc
import Testing
import TestSupport

/// What comes over one connection; each test ends when the events it waits for have come.
@Suite("Live feed, scripted gpsd: lines", .timeLimit(.minutes(10)))
struct GpsdSessionTests {
    @Test("gives the state and the fixes that gpsd sends")
    func plain() async throws {
        let stub = try GpsdStub(lines: [tpv(1, mode: 1), tpv(2), tpv(3)])
        defer { stub.stop() }
        let events = await follow(stubFeed(stub)) { $0.fixes.count == 3 }
        #expect(events.states == [.noFix, .fix])
        #expect(seconds(events.fixes) == [1, 2, 3])
        #expect(events.fixes.allSatisfy { $0.source == .gpsd && $0.device == "/dev/ttyACM0" })
    }

    @Test("G01 G02 G04 G07 G22 G23 goes on after lines that are broken, and counts them")
    func broken() async throws {
        let stub = try GpsdStub(lines: [
            #"{"class":"QUUX","list":[1,{"a":null}]}"#, #"{"class":"SKY","nSat":0}"#,
            #"{"class":"ERROR","message":"Unrecognized request"}"#, #"{"noclass":true}"#, "[]",
            "42", #"{"class":"TPV","mode":3,"lat":nan,"lon":127.25}"#,
            #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":2026-05-04T03:02:01.000Z}"#,
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":5},{"class":"DEVICE","path":"/dev/ttyACM0"}]}"#,
            #"{"class":"TPV","mode":3,"lat":3"#, "", tpv(5),
        ])
        defer { stub.stop() }
        let said = Collected<String>()
        let log = Log(threshold: .debug, now: { 0 }) { _, text in said.append(text)
        }
        let feed = GpsdFeed(
            address: GpsdAddress(host: "127.0.0.1", port: stub.port), staleAfter: 60, log: log)
        let events = await follow(feed) { seconds($0.fixes) == [5] }
        #expect(events.fixes.count == 2)
        #expect(
            feed.skipped.counts == [.unknownClass: 1, .noClass: 1, .notJSON: 2, .truncated: 1])
        // Once for each kind, and gpsd's own complaint.
        #expect(said.all.count == 5)
        #expect(said.all.contains { $0.hasSuffix("says: Unrecognized request") })
    }

    @Test("G05 joins lines that arrive in pieces, also byte by byte")
    func pieces() async throws {
        let stub = try GpsdStub { client, _ in
            client.greet()
            for byte in (tpv(1) + "\r\n").unicodeScalars { client.send(String(byte)) }
            let two = tpv(2) + "\r\n" + tpv(3) + "\r\n"
            client.send(String(two.prefix(130)))
            client.send(String(two.dropFirst(130)))
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub)) { $0.fixes.count == 3 }
        #expect(seconds(events.fixes) == [1, 2, 3])
    }

    @Test("cuts off a line of 100 kB and uses the next")
    func longLine() async throws {
        let stub = try GpsdStub(lines: [
            tpv(1), #"{"class":"SKY","x":""# + String(repeating: "x", count: 100_000) + #""}"#,
            tpv(2),
        ])
        defer { stub.stop() }
        let feed = stubFeed(stub)
        let events = await follow(feed) { $0.fixes.count == 2 }
        #expect(seconds(events.fixes) == [1, 2])
        #expect(feed.skipped.counts == [.tooLong: 1])
        #expect(stub.connections == 1)
    }

    @Test("G09 keeps a connection on which only reports without a fix come")
    func noFixIsNotMute() async throws {
        let stub = try GpsdStub { client, _ in
            client.greet()
            // The client's own silence is the pause: nothing is sent that it could wait for.
            for second in 1...30 {
                client.send(lines: [tpv(second, mode: 1)])
                poll(nil, 0, 20)
            }
            client.send(lines: [tpv(31)])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub, staleAfter: 0.4)) { $0.fixes.count == 31 }
        #expect(stub.connections == 1)
        #expect(events.fixes.count == 31)
    }

    @Test("G12 passes on only the receiver that is set")
    func pinned() async throws {
        let stub = try GpsdStub(
            devices: ["/dev/ttyACM0", "/dev/ttyACM1"],
            lines: [
                tpv(1), tpv(2, device: "/dev/ttyACM1"),
                #"{"class":"DEVICE","path":"/dev/ttyACM1","activated":0}"#,
            ])
        defer { stub.stop() }
        let events = await follow(stubFeed(stub, device: "/dev/ttyACM1")) {
            $0.states.last == .noDevice
        }
        #expect(seconds(events.fixes) == [2])
        #expect(events.receivers.last?.detail?.contains("has /dev/ttyACM0;") == true)
    }

    @Test("G13 a gpsd without a receiver is asked before it is given up")
    func noDevice() async throws {
        let asked = Collected<String>()
        let stub = try GpsdStub { client, number in
            client.greet(devices: [])
            guard number == 1 else { return client.waitForEnd() }
            for _ in 1...2 {
                asked.append(client.receive())
                client.send(lines: [#"{"class":"DEVICES","devices":[]}"#])
            }
            client.send(lines: [
                #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":"2026-05-04T03:00:00.000Z"}"#,
                tpv(1),
            ])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub, staleAfter: 0.2)) { $0.fixes.count == 1 }
        #expect(events.states == [.noDevice, .noFix, .fix])
        #expect(asked.all == ["?DEVICES;\n", "?DEVICES;\n"])
        #expect(stub.connections == 1)
    }
}
