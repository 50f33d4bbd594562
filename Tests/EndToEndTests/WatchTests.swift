import Domain
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// `milepost status --watch` beside a daemon.
    @Suite("The status, watched")
    struct WatchTests {
        private func watch(_ home: Home, _ arguments: [String] = []) throws -> Program {
            try home.milepost(["status", "--watch", "--config", home.config] + arguments)
        }

        private func hears(_ text: String, _ program: Program) async throws {
            for await line in program.output.stream() where line.contains(text) { return }
            throw Missing(what: "\(text); \(program.errors.past)")
        }

        @Test("tells each change as a line of JSON until interrupted, which ends it with 0")
        func changes() async throws {
            let ride = try await Ride()
            let watch = try watch(ride.home, ["--format", "json"])
            try await hears(#""mode":"acquiring""#, watch)
            _ = try await ride.home.control.tell(.post, "/api/v1/pause")
            try await hears(#""mode":"paused""#, watch)
            watch.send(SIGINT)
            #expect(await watch.end() == 0)
            for line in await watch.everything() {
                _ = try JSONDecoder().decode(Schema.Status.self, from: Data(line.utf8))
            }
            #expect(watch.errors.past == [])
            _ = try await ride.end()
        }

        @Test("ends with 69 and a sentence when the daemon goes away, or is not there")
        func gone() async throws {
            let ride = try await Ride()
            let watch = try watch(ride.home)
            try await hears("milepost ", watch)
            _ = try await ride.end()
            #expect(await watch.end() == 69)
            _ = await watch.everything()
            #expect(watch.errors.past.count == 1)
            let late = try self.watch(ride.home)
            #expect(await late.end() == 69)
        }

        @Test("no control characters go where there is no terminal")
        func plain() async throws {
            let ride = try await Ride()
            let watch = try watch(ride.home)
            try await hears("milepost ", watch)
            watch.send(SIGTERM)
            #expect(await watch.end() == 0)
            #expect(await watch.everything().allSatisfy { !$0.contains("\u{1B}") })
            _ = try await ride.end()
        }
    }
}
