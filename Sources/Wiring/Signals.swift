import Dispatch
import Glibc

/// Signals of the process as values; from the call on they no longer end the program.
package func signals(_ numbers: [Int32]) -> AsyncStream<Int32> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    let queue = DispatchQueue(label: "milepost.signals")
    let sources = numbers.map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { continuation.yield(number) }
        source.resume()
        return Uncancelled(source)
    }
    continuation.onTermination = { _ in for source in sources { source.cancel() } }
    return stream
}

/// Keeps a dispatch source alive until its stream ends.
private final class Uncancelled: Sendable {
    // A dispatch source is safe to use from any thread by Dispatch's contract, but not marked so on Linux.
    nonisolated(unsafe) private let source: any DispatchSourceSignal
    init(_ source: any DispatchSourceSignal) { self.source = source }
    func cancel() { source.cancel() }
}
