import Domain
import Foundation
import Synchronization
import TestSupport

/// One line of `--format json`.
enum Said: Sendable, Hashable {
    case fix(Schema.Fix)
    case milepost(Schema.Milepost)
    case state(Schema.State)
    case rejected(Schema.Rejected)
    case superseded(Schema.Superseded)
    case summary(Schema.Summary)

    private struct Kind: Decodable { var type: String }

    init(line: String) throws {
        let (data, decoder) = (Data(line.utf8), JSONDecoder())
        switch try decoder.decode(Kind.self, from: data).type {
        case "fix": self = .fix(try decoder.decode(Schema.Fix.self, from: data))
        case "milepost": self = .milepost(try decoder.decode(Schema.Milepost.self, from: data))
        case "state": self = .state(try decoder.decode(Schema.State.self, from: data))
        case "rejected": self = .rejected(try decoder.decode(Schema.Rejected.self, from: data))
        case "superseded":
            self = .superseded(try decoder.decode(Schema.Superseded.self, from: data))
        case "summary": self = .summary(try decoder.decode(Schema.Summary.self, from: data))
        case let type: throw Missing(what: "a type of line that is known, not \(type)")
        }
    }

    var fix: Schema.Fix? { if case .fix(let fix) = self { fix } else { nil } }
    var milepost: Schema.Milepost? { if case .milepost(let post) = self { post } else { nil } }
    var state: Schema.State? { if case .state(let state) = self { state } else { nil } }
    var superseded: Schema.Superseded? {
        if case .superseded(let superseded) = self { superseded } else { nil }
    }
}

/// What a test waited for in vain.
struct Missing: Error, CustomStringConvertible {
    let what: String
    var description: String { "missing: \(what)" }
}

/// What a program says from its start, one event after the other.
final class Events: Sendable {
    private let lines: History<String>
    /// Lines read so far.
    private let position = Mutex(0)

    init(_ program: Program) { lines = program.output }

    /// Passes over what is before; throws when the program ends, or the test's time is over, without it.
    func next<Value>(_ what: String, _ pick: (Said) -> Value?) async throws -> Value {
        for await line in lines.stream(from: position.withLock { $0 }) {
            position.withLock { $0 += 1 }
            if let value = pick(try Said(line: line)) { return value }
        }
        throw Missing(what: what)
    }

    func fix(
        _ what: String = "a fix", where isRight: (Schema.Fix) -> Bool = { _ in true }
    ) async throws -> Schema.Fix {
        try await next(what) { $0.fix.flatMap { isRight($0) ? $0 : nil } }
    }

    func state(mode: String? = nil, receiver: String? = nil) async throws {
        _ = try await next("the state \(mode ?? "any"), \(receiver ?? "any")") {
            $0.state.flatMap {
                mode ?? $0.mode == $0.mode && receiver ?? $0.receiver == $0.receiver ? $0 : nil
            }
        }
    }
}
