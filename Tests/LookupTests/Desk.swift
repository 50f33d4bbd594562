import Domain
import HTTP
import Lookup
import Synchronization

/// Where questions wait until the test answers them, in the order of their arrival.
final class Desk<Question: Sendable, Reply: Sendable>: Sendable {
    private struct State {
        var questions: [Question] = []
        var open: [Int: CheckedContinuation<Reply?, Never>] = [:]
        var cancelled: [Int] = []
        var watchers: [(isDue: @Sendable (Int, Int) -> Bool, CheckedContinuation<Void, Never>)] = []

        mutating func takeDueWatchers() -> [CheckedContinuation<Void, Never>] {
            let (asked, left) = (questions.count, cancelled.count)
            defer { watchers.removeAll { $0.isDue(asked, left) } }
            return watchers.filter { $0.isDue(asked, left) }.map(\.1)
        }
    }

    private let state = Mutex(State())
    private let automatic: (@Sendable (Question, Int) -> Reply?)?

    /// `automatic` answers at once, by the question and its number from 1; nil leaves it to the test.
    init(automatic: (@Sendable (Question, Int) -> Reply?)? = nil) { self.automatic = automatic }

    var questions: [Question] { state.withLock { $0.questions } }
    /// Numbers of the questions whose asker was cancelled.
    var cancelled: [Int] { state.withLock { $0.cancelled } }

    /// Nil when cancelled.
    func ask(_ question: Question) async -> Reply? {
        let number = state.withLock { state in
            state.questions.append(question)
            return state.questions.count
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let immediate = automatic?(question, number)
                let (done, watchers) = state.withLock { state in
                    let done = immediate != nil || state.cancelled.contains(number)
                    if !done { state.open[number] = continuation }
                    return (done, state.takeDueWatchers())
                }
                if done { continuation.resume(returning: immediate) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let (open, watchers) = state.withLock { state in
                state.cancelled.append(number)
                return (state.open.removeValue(forKey: number), state.takeDueWatchers())
            }
            open?.resume(returning: nil)
            for watcher in watchers { watcher.resume() }
        }
    }

    /// A question that needs no answer.
    func note(_ question: Question) {
        let watchers = state.withLock { state in
            state.questions.append(question)
            return state.takeDueWatchers()
        }
        for watcher in watchers { watcher.resume() }
    }

    /// Answers question `number`, counted from 1; nothing when its asker has left.
    func reply(_ number: Int, _ reply: Reply) {
        state.withLock { $0.open.removeValue(forKey: number) }?.resume(returning: reply)
    }

    func questions(reach count: Int) async { await watch { asked, _ in asked >= count } }
    func cancelled(reach count: Int) async { await watch { _, left in left >= count } }

    private func watch(_ isDue: @escaping @Sendable (Int, Int) -> Bool) async {
        await withCheckedContinuation { continuation in
            let due = state.withLock { state in
                state.watchers.append((isDue, continuation))
                return state.takeDueWatchers()
            }
            for watcher in due { watcher.resume() }
        }
    }
}

/// A transport whose requests wait on a desk.
struct FakeTransport: Transport {
    typealias Reply = Result<HTTPResponse, HTTPError>
    let desk: Desk<HTTPRequest, Reply>

    init(automatic: (@Sendable (HTTPRequest, Int) -> Reply?)? = nil) {
        desk = Desk(automatic: automatic)
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard let reply = await desk.ask(request) else {
            throw HTTPError(.cancelled, "cancelled")
        }
        return try reply.get()
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    static func status(_ status: Int, retryAfter: Double? = nil, _ body: String = "") -> Self {
        .success(
            HTTPResponse(
                status: status, headers: [("Content-Type", "text/plain")], body: .init(body.utf8),
                retryAfter: retryAfter))
    }
}

/// A provider whose questions wait on a desk.
struct FakeProvider: AddressProvider, WeatherProvider {
    struct Question: Hashable, Sendable {
        var part: Part
        var coordinate: Coordinate
        var language: Language
    }
    typealias Reply = Result<Found, LookupFailure>

    let name: String
    let desk: Desk<Question, Reply>

    init(_ name: String, automatic: (@Sendable (Question, Int) -> Reply?)? = nil) {
        self.name = name
        desk = Desk(automatic: automatic)
    }

    private func ask(_ part: Part, _ query: Query) async throws(LookupFailure) -> Found {
        let question = Question(
            part: part, coordinate: query.coordinate, language: query.language)
        guard let reply = await desk.ask(question) else {
            throw LookupFailure(part: part, provider: name, code: .network, message: "cancelled")
        }
        return try reply.get()
    }

    func address(_ query: Query) async throws(LookupFailure) -> Address {
        guard case .address(let address) = try await ask(.address, query) else { throw wrong }
        return address
    }

    func weather(_ query: Query) async throws(LookupFailure) -> Weather {
        guard case .weather(let weather) = try await ask(.weather, query) else { throw wrong }
        return weather
    }

    func forecast(_ query: Query) async throws(LookupFailure) -> Forecast {
        guard case .forecast(let forecast) = try await ask(.forecast, query) else { throw wrong }
        return forecast
    }

    private var wrong: LookupFailure {
        LookupFailure(part: .address, provider: name, code: .badAnswer, message: "wrong type")
    }
}
