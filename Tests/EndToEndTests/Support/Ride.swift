import Domain
import Foundation
import Glibc
import TestSupport
import Wiring

/// The real daemon behind a gpsd of the test's own, asked through its control socket.
struct Ride: Sendable {
    let home: Home
    let receiver: Receiver
    let drive = Drive()
    let daemon: Program
    /// What the daemon says, read up to where the test is.
    let events: Events

    /// Returns when the daemon watches gpsd.
    init(
        in home: Home? = nil, settings: String = noLookups, receiver: Receiver? = nil,
        _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws {
        let home = try home ?? Home()
        let receiver = try receiver ?? Receiver()
        try home.write(settings)
        // However long this process is kept waiting on a busy machine, the connection is not taken for dead.
        daemon = try home.run(
            gpsd: receiver.port, ["--set", "gpsd.stale_after_s=3600"] + arguments,
            environment: environment)
        events = Events(daemon)
        (self.home, self.receiver) = (home, receiver)
        try await receiver.watched()
    }

    /// Brings the daemon from acquiring to tracking without waiting: a refresh takes the first good fix.
    func track() async throws {
        async let answer = refresh()
        try await events.state(mode: "refreshing")
        try receiver.send(drive.fix(0, metres: 0))
        _ = try await answer
        try await events.state(mode: "tracking")
    }

    /// Has long for a fix unless told otherwise: on a busy machine this process may be slow to send one.
    func refresh(timeout: Double = 600) async throws -> Schema.Answer {
        guard
            let answer: Schema.Answer = try await home.control.ask(
                .post, "/api/v1/refresh", body: ["timeout": timeout])
        else { throw Missing(what: "a daemon at the socket") }
        return answer
    }

    func status() async throws -> Schema.Status {
        guard let status: Schema.Status = try await home.control.ask(.get, "/api/v1/status") else {
            throw Missing(what: "a daemon at the socket")
        }
        return status
    }

    /// Waits until another caller's connection has reached the daemon, which held `before` descriptors, and was heard.
    func joins(after before: Int) async throws {
        var fewest = before
        // Bounded, as another connection may close just when this one opens.
        for _ in 0..<20_000 {
            let now = daemon.descriptors
            if now > fewest { break }
            fewest = min(fewest, now)
            await Task.yield()
        }
        // One thread hears all connections in turn, so these are heard after it.
        for _ in 0..<20 { _ = try await status() }
    }

    func override(_ latitude: Double, _ longitude: Double) async throws -> Schema.Answer {
        guard
            let answer: Schema.Answer = try await home.control.ask(
                .put, "/api/v1/override", body: ["lat": latitude, "lon": longitude])
        else { throw Missing(what: "a daemon at the socket") }
        return answer
    }

    /// Returns when the gate has been asked about so many fixes since the start.
    func counts(fixes: Int) async throws {
        while try await status().counters.fixes < fixes { try Task.checkCancellation() }
    }

    /// Waits for a sentence on standard error.
    func hears(_ sentence: String) async throws {
        for await line in daemon.errors.stream() where line.contains(sentence) { return }
        throw Missing(what: "the sentence: \(sentence)")
    }

    /// SIGTERM, then the exit code and all it said.
    func end(_ signal: Int32 = SIGTERM) async throws -> (code: Int32?, said: [Said]) {
        daemon.send(signal)
        let code = await daemon.end()
        receiver.stop()
        return (code, try await daemon.everything().map { try Said(line: $0) })
    }
}

/// The code of the error that `body` ends with.
func controlError(_ body: () async throws -> Void) async -> ControlError? {
    do { try await body() } catch { return error as? ControlError }
    return nil
}
