import Glibc
import Testing

import Wiring

@Suite("A program started by this one")
struct ChildProcessTests {
    private let environment = ["PATH": "/usr/bin:/bin"]

    @Test("tells the status it ended with")
    func status() async throws {
        let child = try ChildProcess(["sh", "-c", "exit 3"], environment: environment)
        // wait(2): the exit status is the second byte.
        #expect(await child.end() == 3 << 8)
    }

    @Test("gets its own environment only")
    func variables() async throws {
        let child = try ChildProcess(
            ["sh", "-c", #"test "$(env | grep -c ^HOME=)" = 0 && test "$X" = y"#],
            environment: environment.merging(["X": "y"]) { $1 })
        #expect(await child.end() == 0)
    }

    @Test("ends with everything it started when the waiting task is cancelled")
    func cancelled() async throws {
        let child = try ChildProcess(["sh", "-c", "sleep 1000 & wait"], environment: environment)
        let waiting = Task { await child.end() }
        waiting.cancel()
        // Killed by SIGTERM: the signal's number is the low byte.
        #expect(await waiting.value & 0x7f == SIGTERM)
    }

    @Test("that does not exist is an error with the system's reason")
    func missing() {
        #expect(throws: Errno.self) {
            try ChildProcess(["/nowhere/milepost-test"], environment: environment)
        }
    }
}
