import Domain
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// Every way a refresh can end, asked of the real daemon through its socket.
    @Suite("Refresh through the socket")
    struct RefreshTests {
        @Test("pauses tracking while it runs, and its answer resumes it")
        func success() async throws {
            let weather = try WeatherService()
            defer { weather.stop() }
            let ride = try await Ride(settings: weather.settings, ["--profile", "every-fix"])
            try await ride.track()
            let asked = weather.server.requests.count
            let gate = Gate()
            weather.behave(.held(gate))

            async let answer = ride.refresh()
            try await ride.events.state(mode: "refreshing")
            #expect(try await ride.status().mode == "refreshing")
            // Too inaccurate to be the answer, and every fix would be accepted if it were tracked.
            try ride.receiver.send(ride.drive.fix(25, metres: 500, accuracy: 60))
            try ride.receiver.send(ride.drive.fix(30, metres: 600))
            await weather.server.request(asked + 2)
            // The answer is known, its lookups run: still paused.
            try ride.receiver.send(ride.drive.fix(35, metres: 700))
            #expect(try await ride.status().mode == "refreshing")
            gate.release()

            let got = try await answer
            try await ride.events.state(mode: "tracking")
            #expect(got.fix.reasons == ["refresh"])
            #expect(got.fix.time == ride.drive.fix(30, metres: 600).time?.rfc3339)
            #expect(got.milepost?.weather?.provider == "openweathermap")
            #expect((got.milepost?.forecast?.days.count ?? 0) >= 5)
            // Tracking is back, and what came meanwhile is no reference.
            try ride.receiver.send(ride.drive.fix(40, metres: 800))
            let next = try await ride.events.fix()
            #expect(next.reasons == ["distance"])
            #expect(abs((next.distance ?? 0) - 200) < 1)

            let (code, said) = try await ride.end()
            #expect(code == 0)
            #expect(said.compactMap(\.fix?.reasons) == [["refresh"], ["refresh"], ["distance"]])
        }

        @Test("R01 a second caller joins the first: one set of requests, the same answer")
        func shared() async throws {
            let weather = try WeatherService()
            defer { weather.stop() }
            let ride = try await Ride(settings: weather.settings)
            try await ride.track()
            let asked = weather.server.requests.count
            let gate = Gate()
            weather.behave(.held(gate))

            async let first = ride.refresh()
            try await ride.events.state(mode: "refreshing")
            try ride.receiver.send(ride.drive.fix(30, metres: 600))
            await weather.server.request(asked + 2)
            // The first one's lookups are held by the server while the second one asks.
            let before = ride.daemon.descriptors
            async let second = ride.refresh()
            try await ride.joins(after: before)
            gate.release()
            let answers = try await [first, second]
            try await ride.events.state(mode: "tracking")
            #expect(answers[0] == answers[1])
            #expect(weather.server.requests.count == asked + 2)
            #expect(try await ride.end().code == 0)
        }

        @Test("R02 ends although the lookups fail, with the failures in the answer")
        func failure() async throws {
            let weather = try WeatherService(.failing)
            defer { weather.stop() }
            let ride = try await Ride(settings: weather.settings)
            async let answer = ride.refresh()
            try await ride.events.state(mode: "refreshing")
            try ride.receiver.send(ride.drive.fix(30, metres: 600))
            let failures = try await answer.milepost?.failures ?? []
            #expect(failures.map(\.part) == ["weather", "forecast"])
            #expect(failures.allSatisfy { $0.code == "server" })
            try await ride.resumes()
        }

        @Test("R02 ends without a fix when the time is up")
        func timeout() async throws {
            let ride = try await Ride()
            try await ride.track()
            let error = await controlError { _ = try await ride.refresh(timeout: 0.2) }
            #expect(error?.code == .noFix)
            #expect(error?.message.isEmpty == false)
            try await ride.events.state(mode: "refreshing")
            try await ride.resumes()
        }

        @Test("R02 ends when the only caller hangs up")
        func hangUp() async throws {
            let ride = try await Ride()
            try await ride.track()
            let caller = try ride.home.milepost(["refresh", "--timeout", "600"])
            try await ride.events.state(mode: "refreshing")
            caller.send(SIGKILL)
            try await ride.resumes()
        }

        @Test("R01 one caller who hangs up does not end it for the other")
        func oneLeaves() async throws {
            let ride = try await Ride()
            try await ride.track()
            let caller = try ride.home.milepost(["refresh", "--timeout", "600"])
            try await ride.events.state(mode: "refreshing")
            let before = ride.daemon.descriptors
            async let answer = ride.refresh()
            try await ride.joins(after: before)
            caller.send(SIGKILL)
            #expect(await caller.end() == 128 + SIGKILL)
            for _ in 0..<20 { _ = try await ride.status() }
            #expect(try await ride.status().mode == "refreshing")
            try ride.receiver.send(ride.drive.fix(30, metres: 600))
            #expect(try await answer.fix.reasons == ["refresh"])
            try await ride.resumes()
        }

        @Test("R02 ends when gpsd is gone, and says what is missing")
        func lostGpsd() async throws {
            let ride = try await Ride()
            try await ride.track()
            async let error = controlError { [ride] in _ = try await ride.refresh(timeout: 0.5) }
            try await ride.events.state(mode: "refreshing")
            ride.receiver.stop()
            try await ride.events.state(mode: "refreshing", receiver: "waiting-for-gpsd")
            #expect(await error?.code == .noFix)
            #expect(await error?.hint?.contains("gpsd") == true)
            try await ride.events.state(mode: "tracking", receiver: "waiting-for-gpsd")
            #expect(try await ride.end().code == 0)
        }

        @Test("R02 goes on over a reload and ends with its answer")
        func reload() async throws {
            let ride = try await Ride()
            try await ride.track()
            async let answer = ride.refresh(timeout: 30)
            try await ride.events.state(mode: "refreshing")
            ride.daemon.send(SIGHUP)
            try await ride.hears("The settings are read again.")
            #expect(try await ride.status().mode == "refreshing")
            try ride.receiver.send(ride.drive.fix(30, metres: 600))
            #expect(try await answer.fix.reasons == ["refresh"])
            try await ride.resumes()
        }

        @Test("R04 a fix from before the request is no answer")
        func oldFix() async throws {
            let ride = try await Ride()
            try await ride.track()
            async let answer = ride.refresh(timeout: 30)
            try await ride.events.state(mode: "refreshing")
            try ride.receiver.send(ride.drive.fix(0, metres: 0), ride.drive.fix(100, metres: 2000))
            #expect(try await answer.fix.time == ride.drive.fix(100, metres: 2000).time?.rfc3339)
            try await ride.resumes()
        }

        @Test("SIGUSR1 asks for one")
        func signal() async throws {
            let ride = try await Ride()
            try await ride.track()
            ride.daemon.send(SIGUSR1)
            try await ride.events.state(mode: "refreshing")
            try ride.receiver.send(ride.drive.fix(30, metres: 600))
            let fix = try await ride.events.fix()
            #expect(fix.reasons == ["refresh"])
            try await ride.resumes()
        }
    }
}

extension Ride {
    /// Tracking is back: a far fix is accepted by the gate's own rules. Ends the daemon.
    func resumes() async throws {
        try await events.state(mode: "tracking")
        #expect(try await status().mode == "tracking")
        let (code, _) = try await end()
        #expect(code == 0)
    }
}
