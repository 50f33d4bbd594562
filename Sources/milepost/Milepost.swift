import CLinux
import Glibc

/// The program: reads the arguments, carries the command out, and ends with its exit code.
@main
enum Milepost {
    static func main() async {
        // Each of a dozen threads would else keep free memory of its own, and the process grow with each of them.
        mallopt(M_ARENA_MAX, 2)
        // Before anything is opened.
        occupy(STDIN_FILENO...STDERR_FILENO)
        // Before anything is written: a reader that goes away ends the output, not the program.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(await run(arguments, environment: environment()).rawValue)
    }

    /// The environment as the process was started with.
    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let pair = String(cString: pointer).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }
}

/// Opens those of `descriptors` that are closed, so that writing there fails instead of landing in the next file opened.
func occupy(_ descriptors: ClosedRange<Int32>) {
    for descriptor in descriptors where fcntl(descriptor, F_GETFD) < 0 {
        // What is read cannot be written, and the reverse: the caller is told that nothing is there.
        let file = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        guard file >= 0, file != descriptor else { continue }
        dup2(file, descriptor)
        close(file)
    }
}
