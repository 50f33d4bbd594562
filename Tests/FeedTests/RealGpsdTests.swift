import Domain
import Feed
import Foundation
import Testing
import TestSupport

// The drive in Fixtures/drive.nmea: 36.5 N, from 127.2502 E by 0.0001° a second, at 19.44 kn = 10.0 m/s due east,
// 95.1 m above the sea, 8 satellites; composed for these tests.
@Suite("Live feed, real gpsd", .serialized, .timeLimit(.minutes(10)))
struct RealGpsdTests {
    private func feed(_ gpsd: RealGpsd) -> GpsdFeed {
        GpsdFeed(address: GpsdAddress(host: "127.0.0.1", port: gpsd.port), staleAfter: 30)
    }

    /// How many seconds of the drive lie west of a fix; gpsd writes nine digits.
    private func steps(_ fix: Fix) -> Int? {
        fix.longitude.map { Int((($0 - 127.25) * 1e9).rounded()) }.map { $0 / 100_000 }
    }

    @Test("gives the fixes of a drive")
    func drive() async throws {
        let gpsd = try RealGpsd(
            log: fixture("drive.nmea"), play: .endless(secondsPerSentence: 0.01))
        defer { gpsd.stop() }
        let events = await follow(feed(gpsd)) { events in
            events.fixes.contains { steps($0) == 14 } && events.fixes.contains { $0.mode == .noFix }
        }
        #expect(events.states.contains(.fix))
        let full = try #require(events.fixes.last { $0.mode == .threeD && $0.course != nil })
        #expect(full.source == .gpsd)
        #expect(full.latitude == 36.5)
        #expect(full.altitude == 95.1)
        #expect(full.course == 90)
        #expect(abs(try #require(full.speed) - 10.0) < 0.01)
        #expect(full.satellites == 8)
        #expect(full.device?.hasPrefix("/dev/") == true)
        #expect(Set(events.fixes.compactMap(steps)).isSubset(of: 2...14))
        #expect(events.fixes.filter { $0.mode == .twoD }.allSatisfy { $0.altitude == nil })
    }

    @Test("G08 follows a gpsd that was killed and started again on the same port")
    func restart() async throws {
        let first = try RealGpsd(
            log: fixture("drive.nmea"), play: .endless(secondsPerSentence: 0.01))
        let feed = feed(first)
        let (stream, continuation) = AsyncStream.makeStream(of: FeedEvent.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await feed.run { continuation.yield($0) } }
            var events = stream.makeAsyncIterator()
            await wait(for: .fix, in: &events)
            first.stop()
            await wait(for: .waitingForGpsd, in: &events)
            let second = try? RealGpsd(
                log: fixture("drive.nmea"), play: .endless(secondsPerSentence: 0.01),
                port: first.port)
            #expect(second != nil)
            await wait(for: .fix, in: &events)
            second?.stop()
            group.cancelAll()
        }
    }

    private func wait(
        for state: ReceiverState, in events: inout AsyncStream<FeedEvent>.AsyncIterator
    ) async {
        while let event = await events.next() {
            if case .receiver(let receiver) = event, receiver.state == state { return }
        }
    }
}
