import Concurrency
package import Glibc
import Synchronization

/// A program started by this one, in a process group of its own.
package struct ChildProcess: Sendable {
    /// Also the process group: what the program starts itself is in it.
    package let pid: pid_t

    /// Looks `command` up on the path; what it says goes to the file `output`, its complaints nowhere.
    ///
    /// Throws the error number of the system.
    package init(
        _ command: [String], environment: [String: String], output: String = "/dev/null"
    ) throws(Errno) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals ignored here would stay ignored there.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var pid = pid_t()
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        let status = posix_spawnp(
            &pid, command.first ?? "", &actions, &attributes, arguments, variables)
        guard status == 0 else { throw Errno(code: status) }
        self.pid = pid
    }

    /// Waits for the end of the program, without holding a thread of the pool; cancelling ends the program.
    ///
    /// One that does not heed SIGTERM for two seconds is killed: gpsfake may hang while it writes to its terminal.
    package func end() async -> Int32 {
        let pid = self.pid
        let patience = Patience()
        let status = await onBlockingThread(interrupt: { patience.begin() }) {
            var status: Int32 = 0
            // waitpid(2) cannot be interrupted by another thread.
            while waitpid(pid, &status, WNOHANG) == 0 {
                usleep(20_000)
                if let signal = patience.signal() { kill(-pid, signal) }
            }
            return status
        }
        // Whatever it left behind in its group ends with it.
        kill(-pid, SIGKILL)
        return status
    }
}

/// Which signal a program that shall end gets next.
private final class Patience: Sendable {
    /// Looks, 20 ms apart, until SIGTERM has been ignored for too long.
    private static let limit = 100

    /// Nil while the program may run; else the looks since it was told to end.
    private let looks = Mutex<Int?>(nil)

    func begin() { looks.withLock { $0 = $0 ?? 0 } }

    func signal() -> Int32? {
        looks.withLock { looks in
            guard let count = looks else { return nil }
            looks = count + 1
            return count == 0 ? SIGTERM : count == Self.limit ? SIGKILL : nil
        }
    }
}

/// An error number of the system with its text.
package struct Errno: Error, CustomStringConvertible, Sendable {
    package let code: Int32
    package init(code: Int32) { self.code = code }
    package var description: String { String(cString: strerror(code)) }
}
