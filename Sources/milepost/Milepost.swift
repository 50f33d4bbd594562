import Glibc

/// The program: reads the arguments, carries the command out, and ends with its exit code.
@main
enum Milepost {
    static func main() async {
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
