import Domain
import Feed
import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// `milepost doctor` beside servers and receivers of the test's own.
    @Suite("The doctor")
    struct DoctorTests {
        private func findings(
            _ home: Home, gpsd port: Int
        ) async throws -> (code: Int32?, [String: Schema.Finding]) {
            let program = try home.milepost([
                "doctor", "--format", "json", "--config", home.config, "--gpsd",
                "127.0.0.1:\(port)",
            ])
            let code = await program.end()
            let all = try await program.everything().map {
                try JSONDecoder().decode(Schema.Finding.self, from: Data($0.utf8))
            }
            #expect((code == 0) == all.allSatisfy(\.ok))
            return (code, Dictionary(all.map { ($0.subject, $0) }) { $1 })
        }

        @Test("a receiver with a fix and a service that answers are well, and no place is told")
        func well() async throws {
            let home = try Home()
            let service = try WeatherService()
            defer { service.stop() }
            try home.write(service.settings)
            let drive = Drive()
            let stub = try GpsdStub { client, _ in
                guard client.greet() else { return }
                let line = try? ReportWriter.line(of: drive.fix(0, metres: 0))
                client.send(line ?? "")
                client.waitForEnd()
            }
            defer { stub.stop() }
            let (_, found) = try await findings(home, gpsd: stub.port)
            #expect(found["gpsd"]?.text == "answers at 127.0.0.1:\(stub.port), release 3.25")
            #expect(found["receiver"]?.text == "/dev/ttyACM0 has a fix, accurate to 4 m")
            #expect(
                found["openweathermap"]?.text == "answers a request for the weather")
            for subject in [
                "gpsd", "receiver", "openweathermap", "gazetteer", "disk (state)", "history",
                "daemon",
            ] {
                #expect(found[subject]?.ok == true, "\(subject): \(found[subject]?.text ?? "-")")
            }
            let text = found.values.map(\.text).joined(separator: "\n")
            #expect(!text.contains("36.0") && !text.contains("37.5"))
            // One question, of the weather, and not about where the receiver is.
            #expect(service.server.requests.count == 1)
            #expect(service.server.requests.allSatisfy { !$0.target.contains("lat=36") })
        }

        @Test(
            "a broker that takes this machine is well, one that is not there is told with the remedy",
            .enabled(if: Mosquitto.isInstalled))
        func broker() async throws {
            let home = try Home()
            let broker = try Mosquitto(in: try Folder())
            let subscriber = try await Subscriber(port: broker.port, id: "s")
            try home.write(noLookups + "[mqtt]\nurl = \"mqtt://127.0.0.1:\(broker.port)\"\n")
            let (_, found) = try await findings(home, gpsd: 1)
            #expect(found["mqtt"]?.ok == true)
            #expect(found["mqtt"]?.text.hasSuffix("takes this machine") == true)
            await broker.kill()
            let (code, gone) = try await findings(home, gpsd: 1)
            #expect(code == 1)
            #expect(gone["mqtt"]?.ok == false)
            #expect(gone["mqtt"]?.text.contains("127.0.0.1:\(broker.port)") == true)
            #expect(subscriber.past.isEmpty)
        }

        @Test("a refused key, a mute gpsd and a damaged history are each told with their remedy")
        func wrong() async throws {
            let home = try Home()
            let service = try ScriptedHTTPServer { _ in ScriptedAnswer(status: 401, "{}") }
            defer { service.stop() }
            try home.write(
                """
                [weather]
                providers = ["openweathermap"]
                [providers.openweathermap]
                base_url = "\(service.url)"
                """)
            try FileManager.default.createDirectory(
                atPath: home.state, withIntermediateDirectories: true)
            try home.write(String(repeating: "no database ", count: 400), to: "state/milepost.db")
            let (code, found) = try await findings(home, gpsd: 1)
            #expect(code == 1)
            #expect(found["gpsd"]?.ok == false)
            #expect(found["openweathermap"]?.ok == false)
            #expect(found["openweathermap"]?.text.contains("key_file") == true)
            #expect(found["openweathermap"]?.text.contains("e2e-key") == false)
            #expect(found["history"]?.ok == false)
        }

        @Test("a daemon that runs is seen and goes on")
        func daemon() async throws {
            let ride = try await Ride(settings: noLookups + "[gate]\nmin_interval_s = 0\n")
            try await ride.track()
            let (_, found) = try await findings(ride.home, gpsd: 1)
            #expect(found["daemon"]?.ok == true)
            #expect(found["daemon"]?.text.contains("tracking, receiver fix") == true)
            #expect(found["history"]?.ok == true)
            #expect(found["write rate"]?.ok == true)
            try ride.receiver.send(ride.drive.fix(30, metres: 550))
            #expect(try await ride.events.fix().reasons == ["distance"])
            #expect(try await ride.end().code == 0)
        }
    }
}
