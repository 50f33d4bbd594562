import Domain
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// The daemon, a receiver and a real broker.
    @Suite("A drive told to a broker", .enabled(if: Mosquitto.isInstalled))
    struct MQTTTests {
        private static let topic = "owntracks/milepost/van"

        private func settings(port: Int, _ more: String = "") -> String {
            noLookups + """
                [mqtt]
                url = "mqtt://127.0.0.1:\(port)"
                device = "van"
                \(more)
                [gate]
                profile = "every-fix"

                """
        }

        /// The fixes that were told, as the numbers of their seconds.
        private func seconds(_ messages: [Subscriber.Message], _ drive: Drive) -> [Int] {
            let start = Int(drive.start.seconds)
            return messages.compactMap { message in
                guard case .object(let object) = JSON(Data(message.payload.utf8)),
                    case .number(let time) = object["tst"]
                else { return nil }
                return Int(time) - start
            }
        }

        /// Sends the fixes of an hour's seconds, and returns when all are accepted.
        private func drive(_ ride: Ride, _ seconds: some Sequence<Int>) async throws {
            for second in seconds {
                try ride.receiver.send(ride.drive.fix(second, metres: Double(second) * 20))
                _ = try await ride.events.fix()
            }
        }

        private func queue(_ ride: Ride) async throws -> Schema.Status.Publishing {
            let status = try await ride.status()
            return try #require(status.mqtt)
        }

        @Test(
            "M01 M07 a broker that was gone for an hour is told first where the car is, then all it missed"
        )
        func brokerGone() async throws {
            let folder = try Folder()
            let broker = try Mosquitto(in: folder)
            let subscriber = try await Subscriber(port: broker.port, id: "s")
            try broker.save()
            let ride = try await Ride(settings: settings(port: broker.port))
            try await ride.track()
            _ = try await subscriber.messages(1, of: Self.topic)
            // What the broker has not answered for is sent again, and would come twice.
            while try await queue(ride).queue > 0 { try Task.checkCancellation() }
            await broker.kill()
            while try await queue(ride).connected { try Task.checkCancellation() }
            // A fix each half minute for an hour of the receiver's time.
            let hour = stride(from: 30, through: 3600, by: 30)
            try await drive(ride, hour)
            while try await queue(ride).queue < 120 { try Task.checkCancellation() }

            let again = try Mosquitto(in: folder, port: broker.port)
            let messages = try await subscriber.messages(121, of: Self.topic)
            #expect(
                seconds(messages, ride.drive) == [0, 3600] + Array(hour.dropLast()))
            #expect(Set(messages).count == 121)
            while try await queue(ride).queue > 0 { try Task.checkCancellation() }
            #expect(try await ride.end().code == 0)
            // The broker's own copy of the newest comes besides when the subscriber returns.
            let told = subscriber.past.filter { $0.topic == Self.topic && !$0.isRetained }
            #expect(seconds(told, ride.drive) == seconds(messages, ride.drive))
            await again.kill()
        }

        @Test(
            "M01 what a broker missed is told after kill -9 of the program and a restart, each once"
        )
        func killed() async throws {
            let folder = try Folder()
            let port = try freePort()
            let home = try Home()
            let first = try await Ride(in: home, settings: settings(port: port))
            try await first.track()
            try await drive(first, 1...50)
            while try await queue(first).queue < 51 { try Task.checkCancellation() }
            _ = try await first.end(SIGKILL)

            let broker = try Mosquitto(in: folder, port: port)
            let subscriber = try await Subscriber(port: port, id: "s")
            let second = try await Ride(in: home, settings: settings(port: port))
            let messages = try await subscriber.messages(51, of: Self.topic)
            #expect(seconds(messages, first.drive) == [50] + Array(0..<50))
            while try await queue(second).queue > 0 { try Task.checkCancellation() }
            #expect(try await second.end().code == 0)
            #expect(subscriber.past.filter { $0.topic == Self.topic }.count == 51)
            await broker.kill()
        }

        @Test(
            "M01 after kill -9 in the midst of the backlog all comes, what was on its way perhaps twice"
        )
        func killedInBacklog() async throws {
            let port = try freePort()
            let home = try Home()
            let first = try await Ride(in: home, settings: settings(port: port))
            try await first.track()
            try await drive(first, 1..<400)
            while try await queue(first).queue < 400 { try Task.checkCancellation() }
            let broker = try Mosquitto(in: try Folder(), port: port)
            let subscriber = try await Subscriber(port: port, id: "s")
            _ = try await subscriber.messages(30, of: Self.topic)
            _ = try await first.end(SIGKILL)

            let second = try await Ride(in: home, settings: settings(port: port))
            while true {
                let status = try await queue(second)
                if status.connected, status.queue == 0 { break }
                try Task.checkCancellation()
            }
            #expect(try await second.end().code == 0)
            let ids = subscriber.past.filter { $0.topic == Self.topic }.compactMap { message in
                guard case .object(let object) = JSON(Data(message.payload.utf8)) else {
                    return JSON?.none
                }
                return object["_id"]
            }
            #expect(Set(ids).count == 400)
            // No more than were on their way at once.
            #expect(ids.count <= 420)
            await broker.kill()
        }

        @Test(
            "M03 that another client of the same id throws it out again and again is said with the remedy"
        )
        func sameID() async throws {
            let broker = try Mosquitto(in: try Folder())
            let ride = try await Ride(
                settings: settings(port: broker.port, "client_id = \"same\""))
            let rival = try await Subscriber(port: broker.port, id: "same")
            try await ride.hears("another client may use the id same")
            await rival.stop()
            #expect(try await ride.end().code == 0)
            await broker.kill()
        }

        @Test("in a private place nothing is told but that the program runs, and nobody is asked")
        func privatePlace() async throws {
            let broker = try Mosquitto(in: try Folder())
            let subscriber = try await Subscriber(port: broker.port, id: "s")
            let zone = "[[privacy.zone]]\nlat = 36.0\nlon = 127.0\nradius_m = 500\n"
            let ride = try await Ride(settings: settings(port: broker.port) + zone)
            try await ride.track()
            try ride.receiver.send(ride.drive.fix(10, metres: 400))
            try ride.receiver.send(ride.drive.fix(30, metres: 600))
            _ = try await subscriber.messages(1, of: Self.topic)
            #expect(try await ride.end().code == 0)
            let told = subscriber.past.filter { $0.topic == Self.topic }
            #expect(seconds(told, ride.drive) == [30])
            // 600 m are 36.0054 N; the edge of the zone is 36.0045.
            let latitudes = subscriber.past.compactMap { message -> Double? in
                guard case .object(let object) = JSON(Data(message.payload.utf8)),
                    case .number(let latitude) = object["lat"] ?? object["latitude"]
                else { return nil }
                return latitude
            }
            #expect(!latitudes.isEmpty && latitudes.allSatisfy { $0 > 36.0045 })
            await broker.kill()
        }

        @Test("a key of the broker that is wrong is refused at the start with its right form")
        func wrongSettings() async throws {
            let home = try Home()
            try home.write("[mqtt]\nurl = \"mqtt://jane:secret@pi\"\ntopic = \"a/#\"\n")
            let program = try home.run(gpsd: 1)
            #expect(await program.end() == 78)
            let said = await program.everything() + program.errors.past
            #expect(said.contains { $0.contains("mqtt.url") && $0.contains("mqtts://host") })
            #expect(said.contains { $0.contains("mqtt.topic") })
            #expect(said.allSatisfy { !$0.contains("secret") })
        }
    }
}
