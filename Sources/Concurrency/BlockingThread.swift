import Glibc

/// Runs blocking C on a thread of its own, so that it never holds a thread of Swift's pool.
///
/// Cancelling the awaiting task calls `interrupt`, which must make `body` return soon, also when it comes before
/// `body` has begun; the call returns only when `body` has, so what `body` uses stays alive as long as it runs.
package func onBlockingThread<Result: Sendable>(
    interrupt: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () -> Result
) async -> Result {
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            startThread { continuation.resume(returning: body()) }
        }
    } onCancel: {
        interrupt()
    }
}

/// Starts a detached thread with signals blocked: they belong to the main thread.
///
/// A new thread inherits the mask of the one that starts it, so there is no moment at which it could take one. For
/// blocking C that cannot be interrupted, whose caller may have to leave it behind; else `onBlockingThread`.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body))
    var blocked = asynchronousSignals()
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    let status = pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument else { return nil }
            // Balances `passRetained`: a thread that was created runs this once.
            Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
            return nil
        }, start.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    // Without a thread nothing of the program can work; the system is out of memory or of threads.
    precondition(status == 0, "milepost cannot start a thread: error \(status)")
}

/// What a thread is started with.
private final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Every signal but those a thread causes itself: blocking these would hide the report of a crash.
private func asynchronousSignals() -> sigset_t {
    var signals = sigset_t()
    sigfillset(&signals)
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
        sigdelset(&signals, signal)
    }
    return signals
}
