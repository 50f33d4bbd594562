import Domain
import Foundation
import TestSupport
import Testing

@testable import Publish

/// The publisher beside a real mosquitto, as a user has it.
@Suite(
    "Publishing to a broker", .serialized, .enabled(if: Mosquitto.isInstalled),
    .timeLimit(.minutes(10)))
struct PublisherTests {
    private let folder: Folder
    private let brokerFolder: Folder
    private let diary = Diary()
    private static let topic = "owntracks/milepost/pi"

    init() throws {
        folder = try Folder()
        brokerFolder = try Folder()
    }

    private func publisher(
        port: Int, password: String? = nil, _ change: (inout PublishSettings) -> Void = { _ in }
    ) throws -> Publisher {
        var settings = PublishSettings()
        change(&settings)
        let speaker = Speaker(settings, hostName: "pi", machine: [], version: "1")
        let scheme = settings.authorityFile.isEmpty ? "mqtt" : "mqtts"
        let host = settings.authorityFile.isEmpty ? "127.0.0.1" : "localhost"
        return Publisher(
            settings, at: try #require(BrokerAddress("\(scheme)://\(host):\(port)")),
            password: password, as: speaker, path: folder.file("mqtt.db"), log: diary.log())
    }

    /// Hands a fix over with what was found there, so that nothing is waited for.
    private func tell(_ publisher: Publisher, _ seqs: ClosedRange<Int>) async {
        for seq in seqs {
            let fix = Samples.fix(seq, seconds: Double(seq))
            await publisher.receive(.fix(fix))
            await publisher.receive(.settled(Samples.milepost(fix)))
        }
    }

    private func connected(_ publisher: Publisher) async throws {
        while !publisher.status.isConnected {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func seqs(_ messages: [Subscriber.Message]) -> [Int] {
        messages.compactMap { message in
            guard case .string(let id) = Samples.object(Data(message.payload.utf8))["_id"] else {
                return nil
            }
            return id.split(separator: "-").last.flatMap { Int($0) }
        }
    }

    @Test("each fix is told once with the address of its place, and the newest is kept there")
    func live() async throws {
        let broker = try Mosquitto(in: brokerFolder)
        let subscriber = try await Subscriber(port: broker.port, id: "s")
        let publisher = try publisher(port: broker.port)
        await publisher.start()
        try await connected(publisher)
        await tell(publisher, 1...3)
        let messages = try await subscriber.messages(3, of: Self.topic)
        #expect(seqs(messages) == [1, 2, 3])
        let last = Samples.object(Data(try #require(messages.last).payload.utf8))
        #expect(last["addr"] == .string("Seoul station"))
        await publisher.finish()
        #expect(publisher.status.queue == 0)

        let late = try await Subscriber(port: broker.port, id: "late")
        let kept = try await late.messages(1, of: Self.topic)
        #expect(seqs(kept) == [3])
        #expect(kept.first?.isRetained == true)
        await broker.kill()
    }

    @Test("a fix whose address does not come is told without it")
    func withoutAddress() async throws {
        let broker = try Mosquitto(in: brokerFolder)
        let subscriber = try await Subscriber(port: broker.port, id: "s")
        let publisher = try publisher(port: broker.port)
        await publisher.start()
        try await connected(publisher)
        await publisher.receive(.fix(Samples.fix(1)))
        let message = try await subscriber.messages(1, of: Self.topic)[0]
        #expect(Samples.object(Data(message.payload.utf8))["addr"] == nil)
        await publisher.finish()
        await broker.kill()
    }

    @Test(
        "M01 M07 what a broker missed comes when it is back, by itself: the newest, then the rest in order"
    )
    func broughtBack() async throws {
        let broker = try Mosquitto(in: brokerFolder)
        let port = broker.port
        let subscriber = try await Subscriber(port: port, id: "s")
        // Now, as what is on its way to the subscriber would be sent to it twice.
        try broker.save()
        let publisher = try publisher(port: port)
        await publisher.start()
        try await connected(publisher)
        await tell(publisher, 1...2)
        _ = try await subscriber.messages(2, of: Self.topic)
        await broker.kill()
        while publisher.status.isConnected { await Task.yield() }
        await tell(publisher, 3...60)
        #expect(publisher.status.queue == 58)
        #expect(publisher.status.oldest == Samples.time.adding(seconds: 3))
        #expect(publisher.status.reason != nil)

        let again = try Mosquitto(in: brokerFolder, port: port)
        let messages = try await subscriber.messages(60, of: Self.topic)
        #expect(messages.allSatisfy { !$0.isRetained })
        #expect(seqs(messages) == [1, 2, 60] + Array(3...59))
        await publisher.finish()
        #expect(publisher.status.queue == 0)
        // One of the backlog has not taken the newest's place.
        let late = try await Subscriber(port: port, id: "late")
        let kept = try await late.messages(1, of: Self.topic)
        #expect(seqs(kept) == [60])
        await again.kill()
    }

    @Test(
        "M05 a connection that ends in the backlog does not bring an old place back as the newest")
    func endsInBacklog() async throws {
        let port = try freePort()
        let first = try publisher(port: port)
        await first.start()
        await tell(first, 1...200)
        let broker = try Mosquitto(in: brokerFolder, port: port)
        let subscriber = try await Subscriber(port: port, id: "s")
        // The newest has arrived, of the rest some.
        let early = try await subscriber.messages(30, of: Self.topic)
        #expect(seqs(early) == [200] + Array(1...29))
        await first.finish()

        let second = try publisher(port: port)
        await second.start()
        var found: Set<Int> = []
        for await message in subscriber.messages() where message.topic == Self.topic {
            found.formUnion(seqs([message]))
            if found.count == 200 { break }
        }
        await second.finish()
        #expect(second.status.queue == 0)
        let late = try await Subscriber(port: port, id: "late")
        let kept = try await late.messages(1, of: Self.topic)
        #expect(seqs(kept) == [200])
        await broker.kill()
    }

    @Test("what waits from a place that was made private since is not sent")
    func madePrivate() async throws {
        let port = try freePort()
        let publisher = try publisher(port: port)
        await publisher.start()
        await tell(publisher, 1...5)
        publisher.keepPrivate([PrivacyZone(Samples.fix().coordinate, radius: 100)])
        let broker = try Mosquitto(in: brokerFolder, port: port)
        let subscriber = try await Subscriber(port: port, id: "s")
        _ = try await subscriber.messages(1, of: "milepost/milepost/pi/status")
        while publisher.status.queue > 0 { await Task.yield() }
        await publisher.finish()
        #expect(subscriber.past.allSatisfy { $0.topic != Self.topic })
        await broker.kill()
    }

    @Test("M01 what waits outlives the program")
    func restart() async throws {
        let port = try freePort()
        let first = try publisher(port: port)
        await first.start()
        await tell(first, 1...50)
        await first.finish()
        let broker = try Mosquitto(in: brokerFolder, port: port)
        let subscriber = try await Subscriber(port: port, id: "s")
        let second = try publisher(port: port)
        await second.start()
        let messages = try await subscriber.messages(50, of: Self.topic)
        #expect(seqs(messages) == [50] + Array(1...49))
        await second.finish()
        await broker.kill()
    }

    @Test("M05 nothing is told at a start but that it is online, and offline at the end")
    func start() async throws {
        let broker = try Mosquitto(in: brokerFolder)
        let subscriber = try await Subscriber(port: broker.port, id: "s")
        let first = try publisher(port: broker.port)
        await first.start()
        try await connected(first)
        await tell(first, 1...1)
        _ = try await subscriber.messages(1, of: Self.topic)
        await first.finish()
        let second = try publisher(port: broker.port)
        await second.start()
        try await connected(second)
        await second.finish()
        let status = "milepost/milepost/pi/status"
        let told = try await subscriber.messages(4, of: status).map {
            Samples.object(Data($0.payload.utf8))["status"]
        }
        #expect(told == ["online", "offline", "online", "offline"].map(JSON.string))
        #expect(subscriber.past.filter { $0.topic == Self.topic }.count == 1)
        await broker.kill()
    }

    @Test("the broker itself tells that a vehicle which said nothing more is offline")
    func will() async throws {
        let broker = try Mosquitto(in: brokerFolder)
        let subscriber = try await Subscriber(port: broker.port, id: "s")
        let publisher = try publisher(port: broker.port)
        await publisher.start()
        try await connected(publisher)
        // The same client id from elsewhere has the broker throw the first one out.
        let rival = try await Subscriber(
            port: broker.port,
            id: Speaker(PublishSettings(), hostName: "pi", machine: [], version: "1").clientID,
            topic: "none")
        let gone = try await subscriber.first {
            $0.topic.hasSuffix("/status") && $0.payload.contains("lwt")
        }
        #expect(gone.payload.contains("offline"))
        await rival.stop()
        await publisher.finish()
        await broker.kill()
    }

    @Test("a user with the right password is let in; a wrong one is told with the remedy")
    func password() async throws {
        // mosquitto_passwd's own form, of the password "open sesame".
        let tool = try Program(
            "/usr/bin/mosquitto_passwd",
            ["-b", "-c", brokerFolder.file("users"), "jane", "open sesame"])
        #expect(await tool.end() == 0)
        let broker = try Mosquitto(
            in: brokerFolder, settings: "password_file \(brokerFolder.file("users"))")
        let wrong = try publisher(port: broker.port, password: "guess") { $0.user = "jane" }
        await wrong.start()
        while wrong.status.reason == nil { await Task.yield() }
        #expect(wrong.status.reason?.contains("check mqtt.user") == true)
        #expect(diary.said.allSatisfy { !$0.contains("guess") })
        await wrong.finish()
        let right = try publisher(port: broker.port, password: "open sesame") { $0.user = "jane" }
        await right.start()
        try await connected(right)
        await right.finish()
        await broker.kill()
    }

    @Test(
        "what the broker's access list forbids is said with its topic, and waits until it is allowed"
    )
    func forbidden() async throws {
        func settings(_ list: String) throws -> String {
            let file = brokerFolder.file("access")
            try list.write(toFile: file, atomically: true, encoding: .utf8)
            return "allow_anonymous true\nacl_file \(file)"
        }
        let broker = try Mosquitto(
            in: brokerFolder, settings: settings("topic readwrite milepost/#\n"))
        let publisher = try publisher(port: broker.port) { $0.discovery = "homeassistant" }
        await publisher.start()
        await tell(publisher, 1...3)
        while publisher.status.reason == nil { await Task.yield() }
        #expect(publisher.status.reason?.contains(Self.topic) == true, "\(diary.said)")
        #expect(publisher.status.reason?.contains("access list") == true)
        #expect(publisher.status.queue == 3)
        #expect(diary.said.contains { $0.contains("homeassistant/") && $0.contains("access list") })
        await broker.kill()

        let wide = try Mosquitto(
            in: brokerFolder, port: broker.port, settings: settings("topic readwrite #\n"))
        let subscriber = try await Subscriber(port: broker.port, id: "s")
        let messages = try await subscriber.messages(3, of: Self.topic)
        #expect(Set(seqs(messages)) == [1, 2, 3])
        await publisher.finish()
        await wide.kill()
    }

    @Test(
        "TLS with a certificate on both sides; a broker that nobody vouches for is not told anything"
    )
    func encrypted() async throws {
        try await makeCertificates()
        let broker = try Mosquitto(
            in: brokerFolder,
            settings: """
                allow_anonymous true
                cafile \(brokerFolder.file("ca.pem"))
                certfile \(brokerFolder.file("server.pem"))
                keyfile \(brokerFolder.file("server.key"))
                require_certificate true
                """)
        let trusting = try publisher(port: broker.port) {
            $0.authorityFile = brokerFolder.file("ca.pem")
            $0.certificateFile = brokerFolder.file("client.pem")
            $0.certificateKeyFile = brokerFolder.file("client.key")
        }
        await trusting.start()
        try await connected(trusting)
        await tell(trusting, 1...2)
        while trusting.status.queue > 0 { await Task.yield() }
        await trusting.finish()
        let wary = try publisher(port: broker.port) {
            $0.authorityFile = brokerFolder.file("other.pem")
        }
        await wary.start()
        while wary.status.reason == nil { await Task.yield() }
        #expect(!wary.status.isConnected)
        await wary.finish()
        await broker.kill()
    }

    /// An authority, a broker and a client vouched for by it, and an authority that vouches for neither.
    private func makeCertificates() async throws {
        let folder = brokerFolder.path
        func openssl(_ arguments: String) async throws {
            let program = try Program(
                "/usr/bin/openssl", arguments.split(separator: " ").map(String.init))
            #expect(await program.end() == 0, "openssl \(arguments)")
        }
        for name in ["ca", "other"] {
            try await openssl(
                "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=\(name) -keyout \(folder)/\(name).key"
                    + " -out \(folder)/\(name).pem")
        }
        for (name, subject) in [("server", "localhost"), ("client", "pi")] {
            try await openssl(
                "req -newkey rsa:2048 -nodes -subj /CN=\(subject) -addext subjectAltName=DNS:\(subject)"
                    + " -keyout \(folder)/\(name).key -out \(folder)/\(name).csr")
            try await openssl(
                "x509 -req -days 2 -in \(folder)/\(name).csr -CA \(folder)/ca.pem -CAkey \(folder)/ca.key"
                    + " -CAcreateserial -copy_extensions copy -out \(folder)/\(name).pem")
        }
    }
}
