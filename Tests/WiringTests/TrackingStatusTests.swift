import Domain
import TestSupport
import Testing
import Wiring

@Suite("What the tracker tells of itself", .timeLimit(.minutes(10)))
struct TrackingStatusTests {
    private static let start = Timestamp(milliseconds: 1_777_863_600_000)

    private func fix(_ second: Int) -> Fix {
        Fix(
            source: .gpsd, device: "/dev/ttyACM0", mode: .threeD,
            time: Self.start.adding(seconds: Double(second)), latitude: 36, longitude: 127,
            accuracy: 4, speed: 0)
    }

    private func parts() throws -> Assembly.Parts {
        let settings = Settings()
        let keys = try KeyStore(settings: settings, environment: [:], files: .machine)
        let assembly = Assembly(
            settings: settings, keys: keys, environment: [:], log: Diary().log())
        var plan = Assembly.Plan(source: .gpsd(assembly.gpsd))
        plan.base = .fixTime
        plan.lookups = .none
        return assembly.assemble(plan)
    }

    /// Runs what answers callers for as long as `body` takes.
    private func tracking(_ body: (Tracking) async throws -> Void) async throws {
        let parts = try parts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await parts.pipeline.lookups.run() }
            try await body(parts.pipeline.tracking)
            group.cancelAll()
        }
    }

    @Test("a place is the present one only while it is in force or the receiver is followed")
    func stale() async throws {
        let busan = try #require(Coordinate(latitude: 35.1151, longitude: 129.0415))
        try await tracking { tracking in
            await tracking.start()
            #expect(await tracking.status().fix == nil)
            await tracking.receive(.receiver(Receiver(.fix)))
            _ = try await tracking.override(Override(coordinate: busan, once: true))
            // Shown once: where the receiver is was not found out yet.
            #expect(await tracking.status().fix == nil)
            _ = try await tracking.override(Override(coordinate: busan))
            #expect(await tracking.status().fix?.isStale == false)
            await tracking.pause()
            #expect(await tracking.status().fix?.isStale == true)
            await tracking.resume()
            await tracking.clearOverride()
            #expect(await tracking.status().fix?.isStale == true)
            await tracking.receive(.fix(fix(0)))
            await tracking.receive(.fix(fix(5)))
            #expect(await tracking.status().mode == .tracking)
            #expect(await tracking.status().fix?.isStale == false)
            await tracking.receive(.receiver(Receiver(.stale)))
            #expect(await tracking.status().fix?.isStale == true)
        }
    }

    @Test("whoever asks while the program ends is told so, and does not wait for ever")
    func ending() async throws {
        let busan = try #require(Coordinate(latitude: 35.1151, longitude: 129.0415))
        try await tracking { tracking in
            await tracking.start()
            await tracking.finish(within: 1)
            await #expect(throws: ControlError.stopping) {
                try await tracking.refresh(timeout: nil)
            }
            await #expect(throws: ControlError.stopping) {
                try await tracking.override(Override(coordinate: busan))
            }
        }
    }
}
