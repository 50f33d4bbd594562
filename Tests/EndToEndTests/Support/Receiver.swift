import Domain
import Feed
import Glibc
import Synchronization
import TestSupport

/// A gpsd that says what the test tells it, and can be stopped and started again.
final class Receiver: Sendable {
    let port: Int
    private let stub: GpsdStub
    /// Clients that have asked to watch.
    private let clients: History<GpsdStub.Client>
    /// The client that watches now; none once it has left, as its descriptor is soon another's.
    private let present = Present()

    private final class Present: Sendable {
        let client = Mutex<GpsdStub.Client?>(nil)
    }

    init(port: Int = 0) throws {
        let clients = History<GpsdStub.Client>()
        stub = try GpsdStub(port: port) { [present] client, _ in
            guard client.greet() else { return }
            present.client.withLock { $0 = client }
            clients.add(client)
            client.waitForEnd()
            present.client.withLock { $0 = nil }
        }
        self.clients = clients
        self.port = stub.port
    }

    /// On a port that another one has just left.
    static func again(on port: Int) async throws -> Receiver {
        while true {
            do { return try Receiver(port: port) } catch let error as GpsdStub.Failure {
                guard error.number == EADDRINUSE else { throw error }
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    /// Waits until milepost watches; `send` reaches it from then on.
    func watched() async throws {
        for await _ in clients.stream() { return }
        throw Missing(what: "a client of gpsd")
    }

    /// Sends reports to the client that watches.
    func send(_ fixes: Fix...) throws { try send(fixes) }

    func send(_ fixes: [Fix]) throws {
        let text = try fixes.map { String(try ReportWriter.line(of: $0).dropLast()) }
        try present.client.withLock { client in
            guard let client else { throw Missing(what: "a client that watches") }
            client.send(lines: text)
        }
    }

    func stop() { stub.stop() }
}

/// A drive to the north along 127.0 E from 36.0 N: where and when, and how well known.
struct Drive: Sendable {
    /// The present: live, a fix of another time is not believed.
    let start = Timestamp(milliseconds: Timestamp.now().milliseconds / 1000 * 1000)

    /// The report of `second`, `metres` from the start; 0.001° are 111.2 m.
    func fix(
        _ second: Int, metres: Double, accuracy: Double = 4, speed: Double = 20,
        mode: Fix.Mode = .threeD
    ) -> Fix {
        Fix(
            source: .gpsd, device: "/dev/ttyACM0", mode: mode,
            time: start.adding(seconds: Double(second)), latitude: 36 + metres / 111_195,
            longitude: 127, altitude: 40, accuracy: accuracy, speed: speed, course: 0)
    }

    /// A report without a place.
    func nothing(_ second: Int) -> Fix {
        Fix(
            source: .gpsd, device: "/dev/ttyACM0", mode: .noFix,
            time: start.adding(seconds: Double(second)))
    }
}
