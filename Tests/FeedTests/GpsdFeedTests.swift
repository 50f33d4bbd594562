import Domain
import Feed
import Foundation
import Glibc
import Testing
import TestSupport

/// Faults, shown by a scripted gpsd. Each test ends when the events it waits for have come.
@Suite("Live feed, scripted gpsd", .timeLimit(.minutes(2)))
struct GpsdFeedTests {
    static func tpv(_ second: Int, mode: Int = 3, device: String = "/dev/ttyACM0") -> String {
        let time = "2026-05-04T03:02:\(second < 10 ? "0" : "")\(second).000Z"
        return
            #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)","lat":36.5,"lon":127.25,"eph":8.0}"#
    }

    static func seconds(_ fixes: [Fix]) -> [Int] {
        fixes.compactMap { $0.time.map { Int($0.milliseconds / 1000 - 1_777_863_720) } }
    }

    private func feed(
        _ stub: GpsdStub, device: String? = nil, staleAfter: Double = 60, host: String = "127.0.0.1"
    ) -> GpsdFeed {
        GpsdFeed(
            address: GpsdAddress(host: host, port: stub.port, device: device),
            staleAfter: staleAfter, clock: InstantClock())
    }

    @Test("gives the state and the fixes that gpsd sends")
    func plain() async throws {
        let stub = try GpsdStub(lines: [Self.tpv(1, mode: 1), Self.tpv(2), Self.tpv(3)])
        defer { stub.stop() }
        let events = await follow(feed(stub)) { $0.fixes.count == 3 }
        #expect(events.states == [.noFix, .fix])
        #expect(Self.seconds(events.fixes) == [1, 2, 3])
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
            #"{"class":"TPV","mode":3,"lat":3"#, "", Self.tpv(5),
        ])
        defer { stub.stop() }
        let said = Collected<String>()
        let log = Log(threshold: .debug, now: { 0 }) { _, text in said.append(text)
        }
        let feed = GpsdFeed(
            address: GpsdAddress(host: "127.0.0.1", port: stub.port), staleAfter: 60, log: log)
        let events = await follow(feed) { Self.seconds($0.fixes) == [5] }
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
            for byte in (Self.tpv(1) + "\r\n").unicodeScalars { client.send(String(byte)) }
            let two = Self.tpv(2) + "\r\n" + Self.tpv(3) + "\r\n"
            client.send(String(two.prefix(130)))
            client.send(String(two.dropFirst(130)))
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(feed(stub)) { $0.fixes.count == 3 }
        #expect(Self.seconds(events.fixes) == [1, 2, 3])
    }

    @Test("cuts off a line of 100 kB and uses the next")
    func longLine() async throws {
        let stub = try GpsdStub(lines: [
            Self.tpv(1), #"{"class":"SKY","x":""# + String(repeating: "x", count: 100_000) + #""}"#,
            Self.tpv(2),
        ])
        defer { stub.stop() }
        let feed = feed(stub)
        let events = await follow(feed) { $0.fixes.count == 2 }
        #expect(Self.seconds(events.fixes) == [1, 2])
        #expect(feed.skipped.counts == [.tooLong: 1])
        #expect(stub.connections == 1)
    }

    @Test("G09 replaces a connection whose line never ends")
    func endlessLine() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            if number == 1 { client.send(String(repeating: "x", count: 3_000_000)) }
            client.send(lines: [Self.tpv(number)])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(feed(stub, staleAfter: 0.2)) {
            $0.fixes.last != nil && Self.seconds($0.fixes).last == 2
        }
        #expect(stub.connections >= 2)
        #expect(events.states.contains(.stale))
    }

    @Test("G08 asks to watch again after each restart of gpsd")
    func restarts() async throws {
        let stub = try GpsdStub { client, number in
            guard client.greet() else { return }
            client.send(lines: [Self.tpv(number)])
        }
        defer { stub.stop() }
        let events = await follow(feed(stub)) { $0.fixes.count == 5 }
        #expect(Self.seconds(events.fixes) == [1, 2, 3, 4, 5])
        #expect(
            events.states.prefix(6) == [
                .noFix, .fix, .waitingForGpsd, .noFix, .fix, .waitingForGpsd,
            ])
    }

    @Test("G09 replaces a connection that is open but dead, and says stale once")
    func mute() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            if number != 2 { client.send(lines: [Self.tpv(number)]) }
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(feed(stub, staleAfter: 0.2)) { $0.fixes.count == 2 }
        #expect(Self.seconds(events.fixes) == [1, 3])
        #expect(events.states == [.noFix, .fix, .stale, .fix])
    }

    @Test("G09 keeps a connection on which only reports without a fix come")
    func noFixIsNotMute() async throws {
        let stub = try GpsdStub { client, _ in
            client.greet()
            // The client's own silence is the pause: nothing is sent that it could wait for.
            for second in 1...30 {
                client.send(lines: [Self.tpv(second, mode: 1)])
                poll(nil, 0, 20)
            }
            client.send(lines: [Self.tpv(31)])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(feed(stub, staleAfter: 0.4)) { $0.fixes.count == 31 }
        #expect(stub.connections == 1)
        #expect(events.fixes.count == 31)
    }

    @Test("G10 waits longer and longer for a gpsd that closes at once, one fix for each report")
    func instantEnd() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            client.send(lines: [Self.tpv(number)])
        }
        defer { stub.stop() }
        let clock = TestClock()
        let feed = GpsdFeed(
            address: GpsdAddress(host: "127.0.0.1", port: stub.port), clock: clock,
            now: { Moment(seconds: 0) }, random: { 1 })
        let fixes = Collected<Fix>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await feed.run { event in
                    if case .fix(let fix) = event { fixes.append(fix) }
                }
            }
            // Doubling from 0.5 s, at most 2.5 s.
            for (number, wait) in [0.5, 1, 2, 2.5, 2.5].enumerated() {
                await clock.sleepers(reach: 1)
                #expect(stub.connections == number + 1)
                clock.advance(by: .seconds(wait - 0.01))
                #expect(clock.sleepers == 1)
                clock.advance(by: .seconds(0.01))
            }
            await clock.sleepers(reach: 1)
            group.cancelAll()
        }
        #expect(clock.sleepers == 0)
        #expect(Self.seconds(fixes.all) == [1, 2, 3, 4, 5, 6])
    }

    @Test("G12 passes on only the receiver that is set")
    func pinned() async throws {
        let stub = try GpsdStub(
            devices: ["/dev/ttyACM0", "/dev/ttyACM1"],
            lines: [
                Self.tpv(1), Self.tpv(2, device: "/dev/ttyACM1"),
                #"{"class":"DEVICE","path":"/dev/ttyACM1","activated":0}"#,
            ])
        defer { stub.stop() }
        let events = await follow(feed(stub, device: "/dev/ttyACM1")) {
            $0.states.last == .noDevice
        }
        #expect(Self.seconds(events.fixes) == [2])
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
                Self.tpv(1),
            ])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(feed(stub, staleAfter: 0.2)) { $0.fixes.count == 1 }
        #expect(events.states == [.noDevice, .noFix, .fix])
        #expect(asked.all == ["?DEVICES;\n", "?DEVICES;\n"])
        #expect(stub.connections == 1)
    }

    @Test("G13 gives up a gpsd without a receiver that does not answer")
    func dead() async throws {
        let stub = try GpsdStub { client, _ in
            client.greet(devices: [])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(feed(stub, staleAfter: 0.1)) {
            $0.states.filter { $0 == .noDevice }.count == 2
        }
        #expect(events.states.prefix(3) == [.noDevice, .waitingForGpsd, .noDevice])
        #expect(events.receivers[1].detail?.contains("it says nothing") == true)
    }

    @Test("says so of a peer that is no gpsd")
    func notGpsd() async throws {
        let stub = try GpsdStub { client, _ in client.waitForEnd() }
        defer { stub.stop() }
        let events = await follow(feed(stub, staleAfter: 0.1)) { !$0.isEmpty }
        #expect(events.states == [.waitingForGpsd])
    }

    @Test(
        "G25 tries every address of the name, whichever gpsd listens on",
        arguments: ["127.0.0.1", "::1"])
    func localhost(host: String) async throws {
        let stub = try GpsdStub(host: host) { client, _ in
            client.greet()
            client.send(lines: [Self.tpv(1)])
            client.waitForEnd()
        }
        defer { stub.stop() }
        // Where "localhost" is 127.0.0.1 alone, ::1 is reached by its own name.
        let name = host == "::1" ? "::1" : "localhost"
        let events = await follow(feed(stub, host: name)) { $0.fixes.count == 1 }
        #expect(events.states.last == .fix)
    }

    @Test("G25 names the addresses that were tried, and what to do")
    func refused() async throws {
        let port = try freePort()
        let feed = GpsdFeed(address: GpsdAddress(port: port), clock: InstantClock())
        let events = await follow(feed) { !$0.isEmpty }
        let detail = try #require(events.receivers.first?.detail)
        #expect(
            detail.hasPrefix("gpsd at localhost:\(port) cannot be followed: Connection refused ("))
        #expect(detail.contains("127.0.0.1"))
        #expect(detail.contains("systemctl start gpsd"))
    }

    @Test("waits for a name that does not resolve")
    func unknownName() async throws {
        let feed = GpsdFeed(address: GpsdAddress(host: "no such host"), clock: InstantClock())
        let events = await follow(feed) { !$0.isEmpty }
        #expect(events.states == [.waitingForGpsd])
    }

    @Test("leaves no descriptor behind after 300 connections")
    func descriptors() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            client.send(lines: [Self.tpv(number % 60)])
        }
        defer { stub.stop() }
        let feed = feed(stub)
        _ = await follow(feed) { $0.fixes.count == 10 }
        let before = openDescriptors()
        _ = await follow(feed) { $0.fixes.count == 300 }
        // Other suites run beside this one, and open and close a few of their own.
        #expect(openDescriptors() - before < 100)
    }

    @Test("O03 ends when cancelled: mute, in mid-connect, while it waits")
    func cancellation() async throws {
        let mute = try GpsdStub { client, _ in client.waitForEnd() }
        defer { mute.stop() }
        // 192.0.2.0/24 is for documentation (RFC 5737): nobody answers there, or the network is unreachable.
        let addresses = [
            GpsdAddress(host: "127.0.0.1", port: mute.port), GpsdAddress(host: "192.0.2.1"),
            GpsdAddress(host: "127.0.0.1", port: try freePort()),
        ]
        for address in addresses {
            let feed = GpsdFeed(address: address, staleAfter: 3600, clock: TestClock())
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await feed.run { _ in } }
                group.addTask { await Task.yield() }
                await group.next()
                group.cancelAll()
            }
        }
    }
}
