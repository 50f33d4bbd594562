import Glibc
import Testing
import Wiring

@Suite("Signals as values")
struct SignalsTests {
    @Test("arrive in order, also those that came before anyone looked, and do not end the program")
    func arrive() async throws {
        let signals = try Signals([SIGUSR1, SIGUSR2])
        kill(getpid(), SIGUSR2)
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signals.forEach { continuation.yield($0) } }
            var numbers: [Int32] = []
            for await number in stream {
                numbers.append(number)
                if numbers.count == 1 { kill(getpid(), SIGUSR1) } else { break }
            }
            #expect(numbers == [SIGUSR2, SIGUSR1])
            group.cancelAll()
        }
        // Late ones do not end the program either.
        kill(getpid(), SIGUSR1)
        kill(getpid(), SIGUSR2)
    }
}
