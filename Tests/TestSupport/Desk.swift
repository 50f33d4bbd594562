import Synchronization

/// Where questions wait until the test answers them, in the order of their arrival.
package final class Desk<Question: Sendable, Reply: Sendable>: Sendable {
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
    package init(automatic: (@Sendable (Question, Int) -> Reply?)? = nil) {
        self.automatic = automatic
    }

    package var questions: [Question] { state.withLock { $0.questions } }
    /// Numbers of the questions whose asker was cancelled.
    package var cancelled: [Int] { state.withLock { $0.cancelled } }

    /// Nil when cancelled.
    package func ask(_ question: Question) async -> Reply? {
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
    package func note(_ question: Question) {
        let watchers = state.withLock { state in
            state.questions.append(question)
            return state.takeDueWatchers()
        }
        for watcher in watchers { watcher.resume() }
    }

    /// Answers question `number`, counted from 1; nothing when its asker has left.
    package func reply(_ number: Int, _ reply: Reply) {
        state.withLock { $0.open.removeValue(forKey: number) }?.resume(returning: reply)
    }

    /// Returns when so many questions were asked.
    package func questions(reach count: Int) async { await watch { asked, _ in asked >= count } }
    /// Returns when so many askers were cancelled.
    package func cancelled(reach count: Int) async { await watch { _, left in left >= count } }

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
