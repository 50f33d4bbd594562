import Domain
import Foundation
import Glibc
import Synchronization

/// A folder that goes away with its test.
final class Scratch: Sendable {
    let path: String

    init() throws {
        // Short: a socket's path has at most 107 bytes.
        var name = Array("/tmp/milepost-wiring-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw POSIXError(.EIO) }
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        return "\(path)/\(name)"
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}

/// Keeps every event.
final class KeptEvents: EventSink {
    private let kept = Mutex<[Event]>([])
    var events: [Event] { kept.withLock { $0 } }
    func receive(_ event: Event) async { kept.withLock { $0.append(event) } }

    var fixes: [AcceptedFix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }
    var mileposts: [Milepost] {
        events.compactMap { if case .milepost(let milepost) = $0 { milepost } else { nil } }
    }
    var summaries: [Summary] {
        events.compactMap { if case .summary(let summary) = $0 { summary } else { nil } }
    }
}

/// Keeps what is said to the operator.
final class Sayings: Sendable {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    var log: Log {
        Log(threshold: .debug, now: { 0 }) { [self] _, line in kept.withLock { $0.append(line) } }
    }
}

/// The error of that type that `body` ends with.
func thrown<Failure: Error>(
    _ type: Failure.Type, by body: () async throws -> Void
) async -> Failure? {
    do { try await body() } catch { return error as? Failure }
    return nil
}
