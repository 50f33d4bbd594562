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
    private let latest = Mutex<GpsdStub.Client?>(nil)

    init(port: Int = 0) throws {
        let clients = History<GpsdStub.Client>()
        stub = try GpsdStub(port: port) { client, _ in
            guard client.greet() else { return }
            clients.add(client)
            client.waitForEnd()
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
        for await client in clients.stream() {
            latest.withLock { $0 = client }
            return
        }
        throw Missing(what: "a client of gpsd")
    }

    /// Sends reports to the client that `watched` found.
    func send(_ fixes: Fix...) throws { try send(fixes) }

    func send(_ fixes: [Fix]) throws {
        let text = try fixes.map { String(try ReportWriter.line(of: $0).dropLast()) }
        latest.withLock { $0 }?.send(lines: text)
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
