import Concurrency
import Domain
import Feed
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// One drive through a real gpsd: followed live, recorded beside it, and replayed.
    @Suite("The gate's rules on a recorded drive")
    struct RecordingTests {
        /// Seconds of standing before the drive: the first fix is the same place, whichever is taken.
        private static let standing = 300

        /// 30 m a second to the north, with what a receiver does on the way; the comment of each line is the hand's work.
        ///
        /// At `min_distance_m` 200 and no interval, with some 5 m of error (noise: at most 6 × √2 × 6 = 51 m), a fix is
        /// accepted when it is 200 m or more from the last accepted one: the seventh second after it, at 210 m.
        private static let table: [(second: Int, distance: Double)] = [
            (7, 210), (14, 210),
            // 20 to 22 are inaccurate, 300 m, which one gpsd or another tells a second late; and 23 is 25 km away.
            (24, 300), (31, 210),
            // 38 to 40 are without a fix.
            (41, 300), (48, 210), (55, 210),
        ]
        /// Where it stops for good, 150 m after the last accepted fix and beyond noise: kept at the end.
        private static let end = 60

        private static func drive(_ drive: Drive) -> [Fix] {
            (0..<standing + end + 20).map { second in
                let moving = second - standing
                let metres = Double(min(max(moving, 0), end)) * 30
                let speed: Double = moving < 1 || moving > end ? 0 : 30
                switch moving {
                case 20...22: return drive.fix(second, metres: metres, accuracy: 300, speed: speed)
                case 23:
                    return drive.fix(second, metres: metres + 25_000, accuracy: 4.5, speed: speed)
                case 38...40: return drive.nothing(second)
                default: return drive.fix(second, metres: metres, accuracy: 4.5, speed: speed)
                }
            }
        }

        @Test(
            "run gives the fixes that the rules give by hand, and replay of the recording the same")
        func liveAndReplayed() async throws {
            let home = try Home()
            try home.write(
                noLookups + """
                    [gate]
                    min_distance_m = 200
                    min_interval_s = 0
                    max_interval_s = 0
                    [refresh]
                    acquire_timeout_s = 1

                    """)
            let drive = Drive()
            let log = URL(
                fileURLWithPath: try home.write(nmea(Self.drive(drive)), to: "drive.nmea"))
            let gpsd = try RealGpsd(log: log, play: .once(secondsPerSentence: 0.004))
            defer { gpsd.stop() }
            let recorder = try GpsdRecorder(port: gpsd.port)
            let daemon = try home.run(gpsd: gpsd.port)
            let events = Events(daemon)
            try await events.state(receiver: "fix")
            try await events.state(receiver: "waiting-for-gpsd")
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
            let live = try await daemon.everything().compactMap { try Said(line: $0).fix }

            let words = await recorder.recording()
            // gpsd must have talked to the recorder too, or there is nothing to compare with.
            try #require(words.contains(#""class":"TPV""#), "\(words.prefix(500))")
            let recording = try home.write(words, to: "drive.json")
            let replay = try home.milepost(
                ["replay", "--format", "json", "--config", home.config, recording])
            #expect(await replay.end() == 0)
            let replayed = try await replay.everything().compactMap { try Said(line: $0).fix }

            for fixes in [live, replayed] {
                #expect(fixes.map(\.reasons.first) == reasons)
                #expect(fixes.first?.lat == 36)
                let moved = fixes.dropFirst().dropLast()
                #expect(moved.map(\.time) == Self.table.map { time(drive, $0.second) })
                for (fix, expected) in zip(moved, Self.table) {
                    // gpsd's receiver tells 0.00001 minutes: 2 cm.
                    #expect(abs((fix.distance ?? 0) - expected.distance) < 0.1)
                }
                #expect(abs((fixes.last?.distance ?? 0) - 150) < 0.1)
            }
            #expect(live.map(\.source).allSatisfy { $0 == "gpsd" })
            #expect(replayed.map(\.source).allSatisfy { $0 == "recording" })
            // The same fixes, field by field, but for the two at a standstill, whose moment is free.
            let pairs = zip(live, replayed).dropFirst().dropLast()
            #expect(pairs.allSatisfy { $0.same(as: $1) })
        }

        private var reasons: [String] {
            ["first"] + Self.table.map { _ in "distance" } + ["lost"]
        }

        private func time(_ drive: Drive, _ second: Int) -> String {
            drive.start.adding(seconds: Double(Self.standing + second)).rfc3339
        }
    }
}

extension Schema.Fix {
    /// All but where it came from.
    fileprivate func same(as other: Schema.Fix) -> Bool {
        var (a, b) = (self, other)
        (a.source, b.source) = ("", "")
        return a == b
    }
}

/// Keeps what gpsd says to a client of its own, as `gpspipe -w` does.
private final class GpsdRecorder: Sendable {
    private let text = History<String>()

    init(port: Int) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Program.Failure(number: errno) }
        startThread { [text] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var hasAsked = false
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                // Asked once gpsd has greeted, so that it is surely listening.
                let watch = "?WATCH={\"enable\":true,\"json\":true};\n"
                if !hasAsked { _ = write(descriptor, watch, watch.utf8.count) }
                hasAsked = true
                text.add(String(decoding: buffer[..<count], as: UTF8.self))
            }
            close(descriptor)
            text.finish()
        }
    }

    /// All of it, when gpsd has ended.
    func recording() async -> String {
        var whole = ""
        for await piece in text.stream() { whole += piece }
        return whole
    }
}
