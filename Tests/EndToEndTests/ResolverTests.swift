import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// The network is there later than milepost, with other name servers.
    @Suite("A resolver that changes")
    struct ResolverTests {
        /// A program can be shown another `/etc/resolv.conf` than the system's by root alone, and not in every container.
        private static let isPossible: Bool = {
            let probe = Process()
            probe.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
            probe.arguments = ["--mount", "true"]
            probe.standardError = nil
            guard getuid() == 0, (try? probe.run()) != nil else { return false }
            probe.waitUntilExit()
            return probe.terminationStatus == 0
        }()

        @Test(
            "W12 name servers that were wrong at the start are not kept: lookups work again without a restart",
            .enabled(if: isPossible))
        func replaced() async throws {
            let home = try Home()
            let weather = try WeatherService()
            defer { weather.stop() }
            // Nobody listens on the first of the two.
            let resolver = try home.write("nameserver 127.0.77.1\n", to: "resolv.conf")
            let names = try NameServer(address: "127.0.77.2")
            defer { names.stop() }
            let settings = weather.settings.replacingOccurrences(
                of: "127.0.0.1", with: "weather.test")
            try home.write(settings + "[refresh]\nacquire_timeout_s = 1\n")
            let drive = Drive()
            let log = URL(
                fileURLWithPath: try home.write(
                    nmea((0..<600).map { drive.fix($0, metres: Double($0) * 20) }), to: "drive.nmea"
                ))
            // Slow enough for little to be said while a provider that failed is left alone.
            let gpsd = try RealGpsd(log: log, play: .once(secondsPerSentence: 0.1))
            defer { gpsd.stop() }
            let daemon = try home.run(
                gpsd: gpsd.port, ["--profile", "every-fix"],
                through: [
                    "/usr/bin/unshare", "--mount", "sh", "-c",
                    "mount --bind \(resolver) /etc/resolv.conf && exec \"$0\" \"$@\"",
                ])
            let events = Events(daemon)
            let failure = try await events.next("a failure") { $0.milepost?.failures?.first }
            #expect(failure.code == "network")
            #expect(failure.message.contains("cannot be resolved"))
            try "# Another one.\nnameserver 127.0.77.2\n".write(
                toFile: resolver, atomically: false, encoding: .utf8)
            let found = try await events.next("the weather") { $0.milepost?.weather }
            #expect(found.provider == "openweathermap")
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
        }
    }
}
