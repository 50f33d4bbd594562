import Domain
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// Whatever the daemon is at, SIGTERM ends it with 0 and nothing that was written is lost.
    @Suite("The end of a run")
    struct EndingTests {
        /// A file beside standard output.
        private static let withFile = """
            [[log]]
            path = "-"
            time_zone = "UTC"
            [[log]]
            path = "HOME/%Y.jsonl"
            format = "jsonl"
            time_zone = "UTC"

            """

        private func settings(_ home: Home, _ rest: String = noLookups) -> String {
            Self.withFile.replacingOccurrences(of: "HOME", with: home.path) + rest
        }

        /// The file holds the lines of standard output, whole and in order.
        private func expectFile(_ home: Home, _ said: [Said]) throws {
            let year = Drive().start.rfc3339.prefix(4)
            let text = try home.read("\(year).jsonl")
            #expect(text.hasSuffix("\n"))
            let lines = try text.split(separator: "\n").map { try Said(line: String($0)) }
            #expect(lines == said)
        }

        @Test("O03a while gpsd is silent; the last good fix of the ride is kept")
        func silent() async throws {
            let home = try Home()
            let ride = try await Ride(in: home, settings: settings(home))
            try await ride.track()
            try ride.receiver.send(ride.drive.fix(30, metres: 400))
            // A fix is heard when a later, useless one has been counted.
            try ride.receiver.send(ride.drive.nothing(31))
            try await ride.counts(fixes: 3)
            let (code, said) = try await ride.end()
            #expect(code == 0)
            #expect(said.compactMap(\.fix?.reasons) == [["refresh"], ["lost"]])
            #expect(said.last?.fix?.time == ride.drive.fix(30, metres: 400).time?.rfc3339)
            try expectFile(home, said)
        }

        @Test("O03b while it connects to a host that answers nothing")
        func connecting() async throws {
            let home = try Home()
            try home.write(noLookups)
            let hole = try BlackHole()
            let daemon = try home.run(gpsd: hole.port)
            let events = Events(daemon)
            try await events.state(receiver: "waiting-for-gpsd")
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
        }

        @Test("O03c during a slow lookup, whose fix is kept and whose failure is said")
        func slowLookup() async throws {
            let weather = try WeatherService()
            defer { weather.stop() }
            let home = try Home()
            let ride = try await Ride(
                in: home, settings: settings(home, weather.settings), ["--profile", "every-fix"])
            try await ride.track()
            let asked = weather.server.requests.count
            weather.behave(.held(Gate()))
            try ride.receiver.send(ride.drive.fix(300, metres: 20_000))
            await weather.server.request(asked + 2)
            let (code, said) = try await ride.end()
            #expect(code == 0)
            #expect(said.compactMap(\.fix?.reasons) == [["refresh"], ["distance"]])
            let last = try #require(said.compactMap(\.milepost).last)
            #expect(last.seq == 2)
            #expect(last.failures?.map(\.part) == ["weather", "forecast"])
            try expectFile(home, said)
        }

        @Test("O03d during a refresh, whose caller is told", arguments: [SIGTERM, SIGINT])
        func refreshing(signal: Int32) async throws {
            let ride = try await Ride()
            async let error = controlError { _ = try await ride.refresh(timeout: 60) }
            try await ride.events.state(mode: "refreshing")
            let (code, _) = try await ride.end(signal)
            #expect(code == 0)
            #expect(await error?.code == .unavailable)
        }

        @Test("O03e told twice")
        func twice() async throws {
            let ride = try await Ride()
            ride.daemon.send(SIGTERM)
            #expect(try await ride.end().code == 0)
        }

        @Test("O03f as early as its socket can be seen")
        func early() async throws {
            let home = try Home()
            try home.write(noLookups)
            let daemon = try home.run(gpsd: freePort())
            while access(home.socket, F_OK) != 0 { await Task.yield() }
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
            #expect(access(home.socket, F_OK) != 0)
        }

        @Test("while paused, overridden and without a receiver", arguments: ["pause", "override"])
        func modes(command: String) async throws {
            let ride = try await Ride()
            switch command {
            case "pause": _ = try await ride.home.control.tell(.post, "/api/v1/pause")
            default: _ = try await ride.override(35, 129)
            }
            try await ride.events.state(mode: command == "pause" ? "paused" : "overridden")
            #expect(try await ride.end().code == 0)
        }

        @Test("when nobody reads its only output any more")
        func closedOutput() async throws {
            let ride = try await Ride()
            await ride.daemon.closeOutput()
            // Makes it write, unless the receiver's state was news just now; then it is ending already.
            _ = try? await ride.home.control.tell(.post, "/api/v1/pause")
            #expect(await ride.daemon.end() == 0)
        }

        @Test("but not when files are written too")
        func closedOutputBesideFile() async throws {
            let home = try Home()
            let ride = try await Ride(in: home, settings: settings(home))
            await ride.daemon.closeOutput()
            _ = try await ride.home.control.tell(.post, "/api/v1/pause")
            _ = try await ride.home.control.tell(.post, "/api/v1/resume")
            #expect(try await ride.status().mode == "acquiring")
            #expect(try await ride.end().code == 0)
        }
    }
}

/// A port whose connections are never completed: its queue is full.
private final class BlackHole: Sendable {
    let port: Int
    private let descriptors: [Int32]

    init() throws {
        var descriptors: [Int32] = []
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        func each(_ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let descriptor = socket(AF_INET, type, 0)
            descriptors.append(descriptor)
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body(descriptor, $0, length)
                }
            }
        }
        guard each({ bind($0, $1, $2) }) == 0, let listener = descriptors.first,
            listen(listener, 0) == 0
        else { throw Program.Failure(number: errno) }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listener, $0, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        // Linux queues one more than it was told.
        for _ in 0..<4 { _ = each { connect($0, $1, $2) } }
        self.descriptors = descriptors
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
