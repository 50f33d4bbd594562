import Glibc

/// A program started here, with its standard output read here, for its use of the machine.
final class Child {
    /// What a program used in its whole life.
    struct Usage {
        /// Seconds of processor time, its own and the system's.
        var cpu: Double
        /// The most memory that was resident, MB.
        var resident: Double
        /// Whether it ended by itself with exit code 0.
        var succeeded = true
    }

    let pid: pid_t
    let output: LineReader
    private var usage: Usage?

    /// Looks `command` up on the path; nil when there is no such program.
    ///
    /// `output` is a path to write standard output to; nil is a pipe that `output` reads. Standard error goes to `errors`.
    init?(
        _ command: [String], environment: [String: String], output path: String? = nil,
        errors: String
    ) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("no pipe: \(reason(errno))") }
        for end in ends { keepFromChildren(end) }
        defer { close(ends[1]) }
        output = LineReader(ends[0])

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if let path {
            posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        }
        posix_spawn_file_actions_addopen(
            &actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)

        var pid = pid_t()
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        let status = posix_spawnp(&pid, command[0], &actions, nil, arguments, variables)
        if status == ENOENT { return nil }
        guard status == 0 else { throw Failure("\(command[0]) cannot start: \(reason(status))") }
        self.pid = pid
    }

    /// A program that an error left behind must not go on.
    deinit { if usage == nil { _ = end(SIGKILL) } }

    /// False once it ended, of itself or by a signal.
    var isRunning: Bool {
        var info = siginfo_t()
        guard usage == nil else { return false }
        // Not reaped: what it used is read at its end.
        let status = waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
        return status == 0 && info.si_signo == 0
    }

    func signal(_ signal: Int32) { if usage == nil { kill(pid, signal) } }

    /// Waits for its end, after sending `signal` if there is one.
    @discardableResult
    func end(_ signal: Int32? = nil) -> Usage {
        if let usage { return usage }
        if let signal { kill(pid, signal) }
        var status: Int32 = 0
        var used = rusage()
        while wait4(pid, &status, 0, &used) == -1, errno == EINTR {}
        let usage = Usage(
            cpu: used.seconds, resident: Double(used.ru_maxrss) * kibibyte,
            succeeded: status == 0)
        self.usage = usage
        return usage
    }
}

// While it runs.
extension Child {
    /// Seconds of processor time so far, all threads, also those that ended.
    var cpu: Double {
        var clock = clockid_t()
        guard clock_getcpuclockid(pid, &clock) == 0 else { return .nan }
        return seconds(of: clock)
    }

    /// Resident memory at this moment, MB.
    var resident: Double { status("VmRSS:") * kibibyte }

    /// The most memory that was resident so far, MB.
    var mostResident: Double { status("VmHWM:") * kibibyte }

    /// Threads at this moment.
    var threads: Int { Int(status("Threads:")) }

    /// Open descriptors at this moment.
    var descriptors: Int {
        guard let folder = opendir("/proc/\(pid)/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) { count += entry.pointee.d_name.0 == 46 ? 0 : 1 }
        return count
    }

    private func status(_ key: String) -> Double {
        guard let file = fopen("/proc/\(pid)/status", "r") else { return .nan }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            guard strncmp(line, key, key.utf8.count) == 0 else { continue }
            return line.withUnsafeBufferPointer { text in
                text.baseAddress.map { strtod($0 + key.utf8.count, nil) } ?? .nan
            }
        }
        return .nan
    }
}

extension rusage {
    /// Processor time, the program's and the system's for it.
    var seconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec)
            + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1_000_000
    }
}

/// What a clock shows, in seconds.
func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}

/// What the system counts memory in, in the megabytes of the budgets.
private let kibibyte = 0.001024

/// Seconds of the monotonic clock.
func now() -> Double { seconds(of: CLOCK_MONOTONIC) }

/// A program that is started does not inherit the descriptor.
func keepFromChildren(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
