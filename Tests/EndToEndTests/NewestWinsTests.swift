import Domain
import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// A weather server that does not answer, while fixes come: watched from the server's side.
    @Suite("Newest wins, seen by the server")
    struct NewestWinsTests {
        /// Every fix is in cells of its own, so that nothing can be handed over; so far apart that the jump test is off.
        private static let everyFix = """
            [gate]
            profile = "every-fix"
            max_speed_kmh = 0
            [address]
            providers = ["openweathermap"]

            """

        private func fix(_ drive: Drive, _ number: Int) -> Fix {
            var fix = drive.fix(number, metres: 0)
            fix.latitude = 36 + Double(number % 200) * 0.11
            fix.longitude = 127 + Double(number / 200) * 0.11
            return fix
        }

        /// What the server saw, counted as it happens.
        private struct Seen {
            private var events: AsyncStream<ServerEvent>.Iterator
            private(set) var requests = 0
            private(set) var closed = 0

            init(_ server: ScriptedHTTPServer) { events = server.events().makeAsyncIterator() }

            mutating func until(
                requests: Int, closed: Int, isolation: isolated (any Actor)? = #isolation
            ) async throws {
                while self.requests < requests || self.closed < closed {
                    switch await events.next(isolation: isolation) {
                    case .request: self.requests += 1
                    case .clientClosed: self.closed += 1
                    case .connected: break
                    case nil:
                        throw Missing(what: "\(requests) requests and \(closed) closed sockets")
                    }
                }
            }
        }

        @Test(
            "W16 W17 superseded sockets are closed, nothing of them is printed, none is left of 10,000"
        )
        func cancellations() async throws {
            let weather = try WeatherService()
            defer { weather.stop() }
            let ride = try await Ride(settings: Self.everyFix + weather.settings, ["--explain"])
            try await ride.track()
            var seen = Seen(weather.server)
            try await seen.until(requests: 3, closed: 0)

            // A round: 51 fixes while the server is silent, then all its answers. Of each round's lookups the fourth is
            // let finish and the last is not superseded: 49 are, each with three requests.
            let rounds = 69
            var (descriptors, memory) = (0, 0)
            for round in 0..<rounds {
                let gate = Gate()
                weather.behave(.held(gate))
                for number in 1...51 {
                    try ride.receiver.send(fix(ride.drive, round * 51 + number))
                    let superseded = round * 49 + (number <= 4 ? number - 1 : max(3, number - 2))
                    try await seen.until(
                        requests: 3 + (round * 51 + number) * 3, closed: superseded * 3)
                }
                gate.release()
                let newest = 1 + (round + 1) * 51
                _ = try await ride.events.next("the milepost of fix \(newest)") {
                    $0.milepost?.seq == newest ? true : nil
                }
                guard round == 0 else { continue }
                (descriptors, memory) = (ride.daemon.descriptors, ride.daemon.residentKilobytes)
            }
            #expect(try await ride.status().counters.cancelled >= 10_000)
            // The lookup that was let finish may have left its three connections for later use, or been overtaken.
            #expect(ride.daemon.descriptors <= descriptors + 3)
            // A kilobyte left by each would be 10 MB.
            #expect(ride.daemon.residentKilobytes < memory + 8_000)
            let said = try await ride.end().said
            let superseded = Set(said.compactMap { $0.superseded?.seq })
            #expect(superseded.count >= 49 * rounds)
            #expect(superseded.isDisjoint(with: said.compactMap { $0.milepost?.seq }))
            #expect(said.compactMap(\.fix).count == 1 + rounds * 51)
        }

        @Test(
            "nobody starves: with answers that take three intervals, each fourth has its milepost")
        func starvation() async throws {
            let weather = try WeatherService()
            defer { weather.stop() }
            let ride = try await Ride(settings: Self.everyFix + weather.settings, ["--explain"])
            try await ride.track()
            var seen = Seen(weather.server)
            try await seen.until(requests: 3, closed: 0)
            var gates: [Gate] = []
            for number in 1...40 {
                gates.append(Gate())
                weather.behave(.held(gates[number - 1]))
                try ride.receiver.send(fix(ride.drive, number))
                try await seen.until(requests: 3 + number * 3, closed: 0)
                guard number > 3 else { continue }
                // The answers to the fix three intervals ago.
                gates[number - 4].release()
                // By the rule the fourth lookup is let finish, and then each fourth after it.
                guard (number - 3) % 4 == 0 else { continue }
                _ = try await ride.events.next("the milepost of the fix three before \(number)") {
                    $0.milepost?.seq == 1 + number - 3 ? true : nil
                }
            }
            gates[39].release()
            let said = try await ride.end().said
            // Of each four intervals in a row, one at least has a milepost.
            let seqs = said.compactMap { $0.milepost?.seq }.filter { $0 > 1 }
            #expect(zip([1] + seqs, seqs).allSatisfy { $1 - $0 <= 4 })
            #expect(seqs.last ?? 0 >= 38)
        }
    }
}
