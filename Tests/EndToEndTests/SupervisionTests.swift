import Domain
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// What the daemon tells a service manager that watches it.
    @Suite("Under a service manager")
    struct SupervisionTests {
        private let home: Home
        private let manager: NotifySocket

        init() throws {
            home = try Home()
            manager = try NotifySocket(in: home.path)
        }

        private var environment: [String: String] {
            ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "600000"]
        }

        private func ride(_ settings: String = noLookups) async throws -> Ride {
            try await Ride(in: home, settings: settings, environment: environment)
        }

        private func expect(
            _ text: String, from start: Int = 0, _ location: SourceLocation = #_sourceLocation
        ) async throws -> Int {
            let found = await manager.next(from: start) { $0.hasPrefix(text) }
            return try #require(found, "no \(text)", sourceLocation: location).next
        }

        /// As many beats as could not all have been on their way.
        private func expectBeats(from start: Int) async throws -> Int {
            var next = start
            for _ in 0..<3 { next = try await expect("WATCHDOG=1", from: next) }
            return next
        }

        @Test("O01 ready and alive with no gpsd there, and told what is missing")
        func absent() async throws {
            try home.write(noLookups)
            let daemon = try home.run(gpsd: 1, environment: environment)
            let ready = try await expect("READY=1")
            _ = try await expect("STATUS=acquiring, receiver waiting-for-gpsd: gpsd at 127.0.0.1:1")
            _ = try await expectBeats(from: ready)
            daemon.send(SIGTERM)
            _ = try await expect("STOPPING=1", from: ready)
            #expect(await daemon.end() == 0)
        }

        @Test("O01 started before gpsd and without a network it follows gpsd when that comes")
        func before() async throws {
            let first = try Receiver()
            first.stop()
            let weather = try WeatherService()
            weather.stop()
            try home.write(weather.settings + "[refresh]\nacquire_timeout_s = 1\n")
            let daemon = try home.run(gpsd: first.port, environment: environment)
            let events = Events(daemon)
            try await events.state(receiver: "waiting-for-gpsd")
            let receiver = try await Receiver.again(on: first.port)
            try await receiver.watched()
            let drive = Drive()
            // Two that agree, six seconds apart: what is acquired.
            try receiver.send(drive.fix(-7, metres: 0), drive.fix(0, metres: 0))
            let fix = try await events.fix()
            let milepost = try await events.next("a milepost") { $0.milepost }
            #expect(milepost.seq == fix.seq)
            #expect(milepost.failures?.map(\.code) == ["network", "network"])
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
            receiver.stop()
        }

        @Test("ready once, as the control socket answers")
        func socket() async throws {
            let ride = try await ride()
            let ready = try await expect("READY=1")
            #expect(try await ride.status().mode == "acquiring")
            // Anything but a success would be thrown.
            #expect(try await home.control.tell(.get, "/healthz"))
            #expect(try await home.control.tell(.get, "/metrics"))
            let next = try await expectBeats(from: ready)
            let early = manager.messages.past.prefix(next).filter { $0.hasPrefix("READY=1") }
            #expect(early.count == 1)
            #expect(try await ride.end().code == 0)
        }

        @Test("alive while gpsd is silent, while fixes come, overridden and paused")
        func modes() async throws {
            let ride = try await ride()
            var next = try await expectBeats(from: 0)
            try await ride.track()
            next = try await expect("STATUS=tracking, receiver fix", from: next)
            for second in 1...20 { try ride.receiver.send(ride.drive.fix(second, metres: 1)) }
            try await ride.counts(fixes: 21)
            next = try await expectBeats(from: next)
            _ = try await ride.override(35, 129)
            next = try await expect("STATUS=overridden, receiver fix", from: next)
            next = try await expectBeats(from: next)
            _ = try await home.control.tell(.delete, "/api/v1/override")
            _ = try await home.control.tell(.post, "/api/v1/pause")
            next = try await expect("STATUS=paused", from: next)
            _ = try await expectBeats(from: next)
            #expect(try await ride.end().code == 0)
            // What it tells has no place in it.
            let states = manager.messages.past.filter { $0.hasPrefix("STATUS=") }
            #expect(states.allSatisfy { !$0.contains("36") && !$0.contains("129") })
        }

        @Test("alive while a disk is full, as a restart would not help")
        func fullDisk() async throws {
            let ride = try await ride(
                noLookups + "[[log]]\npath = \"/dev/full\"\nformat = \"jsonl\"\n")
            try await ride.track()
            try await ride.hears("/dev/full")
            _ = try await expectBeats(from: manager.messages.past.count)
            _ = try await ride.end()
        }

        @Test("a reload is told with its beginning and its end, also one that changes nothing")
        func reload() async throws {
            let ride = try await ride()
            var next = try await expect("READY=1")
            try home.write("gate = 5\n")
            ride.daemon.send(SIGHUP)
            next = try await expect("RELOADING=1\nMONOTONIC_USEC=", from: next)
            next = try await expect("READY=1", from: next)
            try await ride.hears("The settings are not changed")
            next = try await expectBeats(from: next)
            #expect(try await ride.end().code == 0)
            _ = try await expect("STOPPING=1", from: next)
        }

        @Test("without a service manager, one that is gone, or a broken name it runs all the same")
        func nobody() async throws {
            for socket in ["", home.path + "/gone.sock", "not a path"] {
                let home = try Home()
                let ride = try await Ride(
                    in: home, environment: ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "many"])
                #expect(try await ride.status().mode == "acquiring")
                #expect(try await ride.end().code == 0)
            }
        }
    }
}
