import Domain
import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// gpsd goes and comes back during a drive.
    @Suite("gpsd killed and restarted")
    struct RestartTests {
        @Test("G08 20 times: followed again, no fix twice, no descriptor more than at the start")
        func stub() async throws {
            let ride = try await Ride(settings: noLookups, ["--profile", "every-fix"])
            try await ride.track()
            var receiver = ride.receiver
            var sent: [String] = []
            var last = ride.drive.fix(0, metres: 0)
            // The history is opened for the first fix; this is the last of its files.
            while !FileManager.default.fileExists(atPath: ride.home.state + "/milepost.db-shm") {
                try Task.checkCancellation()
            }
            let descriptors = ride.daemon.descriptors
            for number in 1...20 {
                receiver.stop()
                try await ride.events.state(receiver: "waiting-for-gpsd")
                receiver = try await .again(on: receiver.port)
                try await receiver.watched()
                let fix = ride.drive.fix(number * 10, metres: Double(number * 100))
                // A gpsd repeats its last report to who begins to watch.
                try receiver.send(last, fix)
                sent.append(fix.time?.rfc3339 ?? "")
                #expect(try await ride.events.fix().time == sent.last)
                last = fix
            }
            #expect(ride.daemon.descriptors <= descriptors)
            receiver.stop()
            let said = try await ride.end().said
            #expect(said.compactMap(\.fix?.time).dropFirst() == sent[...])
        }

        @Test("G08 the real one, three times, in the midst of a drive")
        func real() async throws {
            let home = try Home()
            try home.write(noLookups + "[refresh]\nacquire_timeout_s = 1\n")
            let drive = Drive()
            let log = URL(
                fileURLWithPath: try home.write(
                    nmea((0..<2000).map { drive.fix($0, metres: Double($0) * 20) }),
                    to: "drive.nmea"))
            var gpsd = try RealGpsd(log: log, play: .endless(secondsPerSentence: 0.005))
            defer { gpsd.stop() }
            let daemon = try home.run(gpsd: gpsd.port, ["--profile", "every-fix"])
            let events = Events(daemon)
            _ = try await events.fix()
            _ = try await events.fix()
            var descriptors: [Int] = [daemon.descriptors]
            for _ in 1...3 {
                gpsd.stop()
                try await events.state(receiver: "waiting-for-gpsd")
                gpsd = try RealGpsd(
                    log: log, play: .endless(secondsPerSentence: 0.005), port: gpsd.port)
                try await events.state(receiver: "fix")
                descriptors.append(daemon.descriptors)
            }
            // What was driven already is not driven again: the log began anew each time.
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
            let times = try await daemon.everything().compactMap { try Said(line: $0).fix?.time }
            #expect(times == Array(Set(times)).sorted())
            #expect(descriptors.allSatisfy { $0 <= descriptors[0] })
        }
    }
}
