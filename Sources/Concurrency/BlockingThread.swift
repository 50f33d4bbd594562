import Glibc

/// Runs blocking C on a thread of its own, so that it never holds a thread of Swift's pool.
///
/// Cancelling the awaiting task calls `interrupt`, which must make `body` return soon; the call returns only when
/// `body` has, so what `body` uses stays alive as long as it runs.
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

/// Starts a detached thread with all signals blocked: they belong to the main thread.
///
/// For blocking C that cannot be interrupted, whose caller may have to leave it behind; else `onBlockingThread`.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body))
    let status = pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument else { return nil }
            let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            start.body()
            return nil
        }, start.toOpaque())
    // Without a thread nothing of the program can work; the system is out of memory or of threads.
    precondition(status == 0, "milepost cannot start a thread: error \(status)")
}
