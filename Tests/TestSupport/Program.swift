import Concurrency
package import Glibc
import Synchronization

/// A program that a test started: what it says line by line, and how it ended.
package final class Program: Sendable {
    /// Why a program could not be started: an error number of the system.
    package struct Failure: Error {
        package let number: Int32
        package init(number: Int32) { self.number = number }
    }

    package let pid: pid_t
    /// Lines of standard output, without their ends.
    package let output = History<String>()
    /// Lines of standard error.
    package let errors = History<String>()
    private let outputClosing = Gate()
    private let endings = History<Int32>()

    /// Starts the program at `path`; of the environment it gets what is given and nothing else.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:],
        input: String = "/dev/null"
    ) throws {
        let (out, err, pid) = try starting.withLock { _ in
            let (out, err) = (try Pipe(), try Pipe())
            defer {
                close(out.entrance)
                close(err.entrance)
            }
            return (
                out, err,
                try spawn([path] + arguments, environment, input, out.entrance, err.entrance)
            )
        }
        self.pid = pid
        readLines(out.exit, until: outputClosing, into: output)
        readLines(err.exit, until: Gate(), into: errors)
        startThread { [endings] in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) == -1, errno == EINTR {}
            endings.add(status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f)
            endings.finish()
        }
    }

    /// Nothing that a failed test started is left behind.
    deinit { send(SIGKILL) }

    /// Sends a signal; nothing when it has ended.
    package func send(_ signal: Int32) {
        if endings.past.isEmpty { kill(pid, signal) }
    }

    /// Stops reading its standard output, so that its next line reaches nobody.
    package func closeOutput() async {
        outputClosing.release()
        for await _ in output.stream() {}
    }

    /// Waits for its end: the exit code, or 128 and the signal that ended it; nil when the test is cancelled.
    package func end() async -> Int32? {
        for await code in endings.stream() { return code }
        return nil
    }

    /// Waits until it has said everything, and gives its standard output.
    package func everything() async -> [String] {
        for await _ in output.stream() {}
        for await _ in errors.stream() {}
        return output.past
    }

    /// Descriptors it has open now.
    package var descriptors: Int {
        guard let folder = opendir("/proc/\(pid)/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // `.` and `..`
        return count - 2
    }

    /// Memory it holds now.
    package var residentKilobytes: Int {
        guard let file = fopen("/proc/\(pid)/status", "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = line.withUnsafeBufferPointer {
                $0.baseAddress.map { String(cString: $0) } ?? ""
            }.split { " \t".contains($0) }
            if words.first == "VmRSS:", words.count > 1 { return Int(words[1]) ?? 0 }
        }
        return 0
    }
}

/// One start at a time: a program started meanwhile would inherit the entrance of another's pipe and keep it open.
private let starting = Mutex(())

private struct Pipe {
    let exit: Int32
    let entrance: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Program.Failure(number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (exit, entrance) = (ends[0], ends[1])
    }
}

private func spawn(
    _ command: [String], _ environment: [String: String], _ input: String, _ output: Int32,
    _ errors: Int32
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What the test's threads block or ignore is not the program's affair.
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var pid = pid_t()
    let status = posix_spawn(&pid, command[0], &actions, &attributes, arguments, variables)
    guard status == 0 else { throw Program.Failure(number: status) }
    return pid
}

/// Reads whole lines on a thread of its own until the other end or the gate is closed.
private func readLines(_ descriptor: Int32, until gate: Gate, into lines: History<String>) {
    startThread {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            while poll(&polled, 2, -1) == -1, errno == EINTR {}
            if polled[1].revents != 0 { break }
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.add(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }
        close(descriptor)
        lines.finish()
    }
}
