import Concurrency
import Domain
import Foundation
import Glibc
import TestSupport
import Web

/// A new folder under the temporary one, removed after `body`; its path is short enough for a socket's.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = "/tmp/milepost-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

/// Runs a server on a Unix socket while `body` runs, then stops it.
func withServer(
    limits: HTTPServer.Limits = .init(), _ handler: @escaping ServerHandler,
    _ body: @escaping @Sendable (String) async throws -> Void
) async throws {
    try await withFolder { folder in
        let path = folder + "/control.sock"
        let server = try HTTPServer(.unixSocket(path: path), limits: limits)
        try await serving(server, handler) { try await body(path) }
    }
}

/// Runs `server` while `body` runs, then stops it.
func serving(
    _ server: HTTPServer, _ handler: @escaping ServerHandler,
    _ body: @escaping @Sendable () async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run(handler) }
        group.addTask { try await body() }
        // A server that cannot run ends first, with its error.
        try await group.next()
        group.cancelAll()
        try await group.waitForAll()
    }
}

/// The control API on a Unix socket, with a controller the test holds.
struct Bench: Sendable {
    let controller = FakeController()
    let events = FanOut<Event>()
    let clock = TestClock()

    var api: ControlAPI {
        ControlAPI(
            controller: controller, events: events,
            log: Log(threshold: .error, now: { 0 }, write: { _, _ in }), clock: clock)
    }

    func serve(
        limits: HTTPServer.Limits = .init(),
        _ body: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        try await withServer(limits: limits, api.answer, body)
    }
}

/// Why a server cannot listen there; nil when it can.
func refusal(_ address: HTTPServer.Address) -> WebError? {
    do {
        _ = try HTTPServer(address)
        return nil
    } catch {
        return error
    }
}

/// What this process holds open, as other tests run in it too: the sockets of servers on a Unix socket under `folder`,
/// and the descriptors of the kinds a server has without a name.
func openDescriptors(under folder: String) throws -> (sockets: Int, unnamed: Int) {
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let links = open.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    let unnamed: Set = ["anon_inode:[eventpoll]", "anon_inode:[eventfd]"]
    // An accepted socket has the path of the one that accepted it.
    let sockets = open.compactMap(Int32.init).filter { boundPath($0).hasPrefix(folder) }
    return (sockets.count, links.filter(unnamed.contains).count)
}

/// Empty for what is no Unix socket with a path.
private func boundPath(_ descriptor: Int32) -> String {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else { return "" }
    return withUnsafeBytes(of: &address.sun_path) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
}
