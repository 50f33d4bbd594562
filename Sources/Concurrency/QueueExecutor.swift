import Dispatch
import Glibc
import Synchronization

/// A thread of its own for an actor whose work blocks: a slow disk or reader then holds none of Swift's pool.
///
/// Not a queue of Dispatch: it starts another thread whenever it finds none idle, and under load they become a hundred.
package final class QueueExecutor: SerialExecutor, TaskExecutor {
    private let line = Line()

    package init() { line.start() }

    deinit { line.close() }

    /// Called by the runtime for each piece of work of the actor, and of a task that prefers to run where the actor does.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        line.add {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(),
                taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    /// What the actor gives the runtime as its executor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// What the runtime asks when a closure that must run here is called.
    package func checkIsolated() {
        precondition(line.isOnItsThread, "this is not the thread of the actor")
    }

    /// Calls `body` on the thread, thus isolated to the actor, in `seconds`.
    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        line.add(at: seconds > 0 ? .now() + seconds : nil, body)
    }
}

/// What a thread is to do, in its order, and what it is to do later.
private final class Line: Sendable {
    typealias Work = @Sendable () -> Void

    private struct State {
        var ready: [Work] = []
        /// The next one last.
        var later: [(at: DispatchTime, work: Work)] = []
        var isWaiting = false
        var isClosed = false
        var thread: pthread_t?
    }

    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    func start() {
        startThread { [self] in
            state.withLock { $0.thread = pthread_self() }
            run()
        }
    }

    var isOnItsThread: Bool {
        state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    func add(at time: DispatchTime? = nil, _ work: @escaping Work) {
        wake { state in
            guard let time else { return state.ready.append(work) }
            let index = state.later.firstIndex { $0.at <= time } ?? state.later.endIndex
            state.later.insert((time, work), at: index)
        }
    }

    /// Ends the thread when all that is ready is done.
    func close() { wake { $0.isClosed = true } }

    private func wake(_ change: (inout State) -> Void) {
        let isWaiting = state.withLock { state in
            change(&state)
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if isWaiting { news.signal() }
    }

    private enum Step {
        case work([Work])
        case wait(until: DispatchTime)
        case end
    }

    private func run() {
        while true {
            switch next() {
            case .work(let works): for work in works { work() }
            case .wait(let time): _ = news.wait(timeout: time)
            case .end: return
            }
        }
    }

    private func next() -> Step {
        state.withLock { state in
            let now = DispatchTime.now()
            while let next = state.later.last, next.at <= now {
                state.ready.append(next.work)
                state.later.removeLast()
            }
            if !state.ready.isEmpty {
                defer { state.ready.removeAll(keepingCapacity: true) }
                return .work(state.ready)
            }
            if state.isClosed { return .end }
            state.isWaiting = true
            return .wait(until: state.later.last?.at ?? .distantFuture)
        }
    }
}
