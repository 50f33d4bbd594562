import Domain
import Feed
import Foundation
import Glibc
import Testing
import TestSupport

/// Connections that fail; each test ends when the events it waits for have come.
@Suite("Live feed, scripted gpsd: connections", .timeLimit(.minutes(10)))
struct GpsdFeedTests {
    @Test("G09 replaces a connection whose line never ends")
    func endlessLine() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            if number == 1 { client.send(String(repeating: "x", count: 3_000_000)) }
            client.send(lines: [tpv(number)])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub, staleAfter: 0.2)) {
            $0.fixes.last != nil && seconds($0.fixes).last == 2
        }
        #expect(stub.connections >= 2)
        #expect(events.states.contains(.stale))
    }

    @Test("G08 asks to watch again after each restart of gpsd")
    func restarts() async throws {
        let stub = try GpsdStub { client, number in
            guard client.greet() else { return }
            client.send(lines: [tpv(number)])
        }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub)) { $0.fixes.count == 5 }
        #expect(seconds(events.fixes) == [1, 2, 3, 4, 5])
        #expect(
            events.states.prefix(6) == [
                .noFix, .fix, .waitingForGpsd, .noFix, .fix, .waitingForGpsd,
            ])
    }

    @Test("G09 replaces a connection that is open but dead, and says stale once")
    func mute() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            if number != 2 { client.send(lines: [tpv(number)]) }
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub, staleAfter: 0.2)) { $0.fixes.count == 2 }
        #expect(seconds(events.fixes) == [1, 3])
        #expect(events.states == [.noFix, .fix, .stale, .fix])
    }

    @Test("G10 waits longer and longer for a gpsd that closes at once, one fix for each report")
    func instantEnd() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            client.send(lines: [tpv(number)])
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
            // Milliseconds, doubling up to 2.5 s.
            for (number, wait) in [500, 1000, 2000, 2500, 2500].enumerated() {
                await clock.sleepers(reach: 1)
                #expect(stub.connections == number + 1)
                clock.advance(by: .milliseconds(wait - 10))
                #expect(clock.sleepers == 1)
                clock.advance(by: .milliseconds(10))
            }
            await clock.sleepers(reach: 1)
            group.cancelAll()
        }
        #expect(clock.sleepers == 0)
        #expect(seconds(fixes.all) == [1, 2, 3, 4, 5, 6])
    }

    @Test("tries a remote gpsd ever less often, down to every 30 s")
    func remote() async throws {
        let clock = TestClock()
        let feed = GpsdFeed(
            address: GpsdAddress(host: "no such host"), clock: clock, random: { 1 })
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await feed.run { _ in } }
            for wait in [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000] {
                await clock.sleepers(reach: 1)
                clock.advance(by: .milliseconds(wait - 10))
                #expect(clock.sleepers == 1)
                clock.advance(by: .milliseconds(10))
            }
            group.cancelAll()
        }
        #expect(clock.sleepers == 0)
    }

    @Test("G13 gives up a gpsd without a receiver that does not answer")
    func dead() async throws {
        let stub = try GpsdStub { client, _ in
            client.greet(devices: [])
            client.waitForEnd()
        }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub, staleAfter: 0.1)) {
            $0.states.filter { $0 == .noDevice }.count == 2
        }
        #expect(events.states.prefix(3) == [.noDevice, .waitingForGpsd, .noDevice])
        #expect(events.receivers[1].detail?.contains("it says nothing") == true)
    }

    @Test("says so of a peer that is no gpsd")
    func notGpsd() async throws {
        let stub = try GpsdStub { client, _ in client.waitForEnd() }
        defer { stub.stop() }
        let events = await follow(stubFeed(stub, staleAfter: 0.1)) { !$0.isEmpty }
        #expect(events.states == [.waitingForGpsd])
    }

    @Test(
        "G25 tries every address of the name, whichever gpsd listens on",
        arguments: ["127.0.0.1", "::1"])
    func localhost(host: String) async throws {
        let stub = try GpsdStub(host: host) { client, _ in
            client.greet()
            client.send(lines: [tpv(1)])
            client.waitForEnd()
        }
        defer { stub.stop() }
        // Where "localhost" is 127.0.0.1 alone, ::1 is reached by its own name.
        let name = host == "::1" ? "::1" : "localhost"
        let events = await follow(stubFeed(stub, host: name)) { $0.fixes.count == 1 }
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
    func leavesNothing() async throws {
        let stub = try GpsdStub { client, number in
            client.greet()
            client.send(lines: [tpv(number % 60)])
        }
        defer { stub.stop() }
        let feed = stubFeed(stub)
        _ = await follow(feed) { $0.fixes.count == 300 }
        #expect(descriptors(connectedTo: stub.port) == 0)
    }

    @Test(
        "beats at once and from then on, whatever gpsd does",
        arguments: [nil, "mute", "flowing"] as [String?])
    func beats(gpsd: String?) async throws {
        let stub = try GpsdStub { client, _ in
            client.greet()
            if gpsd == "flowing" {
                for second in 1...50 { client.send(lines: [tpv(second)]) }
            }
            client.waitForEnd()
        }
        defer { stub.stop() }
        let feed = GpsdFeed(
            address: GpsdAddress(
                host: "127.0.0.1", port: gpsd == nil ? try freePort() : stub.port),
            staleAfter: 3600, beatEvery: 0.01)
        let events = await follow(feed) { events in
            events.count { $0 == .beat } >= 5 && (gpsd != "flowing" || !events.fixes.isEmpty)
        }
        #expect(events.first == .beat)
        #expect(events.fixes.isEmpty == (gpsd != "flowing"))
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
