import Glibc

/// The milepost that was built with this program, and the peers beside it.
struct Program {
    let bench: Bench

    /// The path of this program.
    static func own() throws -> String {
        guard let resolved = realpath("/proc/self/exe", nil) else {
            throw Failure("this program's own path is unknown: \(reason(errno))")
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Beside this program: `swift run` builds both.
    private static func path() throws -> String {
        let own = try own()
        let milepost = own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/milepost"
        guard access(milepost, X_OK) == 0 else {
            throw Failure(
                "\(milepost) is not there; build it with `swift build -c release "
                    + "--static-swift-stdlib`")
        }
        return milepost
    }

    /// Starts milepost with a home, settings and state of its own, so that nothing of this machine's counts.
    func milepost(
        _ arguments: [String], settings: String = "", output: String? = nil,
        variables: [String: String] = [:]
    ) throws -> Child {
        let config = "\(bench.folder)/milepost.toml"
        try write(settings, to: config)
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": bench.folder,
            "MILEPOST_STATE_DIR": "\(bench.folder)/milepost",
            "TZ": "UTC",
        ].merging(variables) { $1 }
        let command = [try Self.path()] + arguments + ["--config", config]
        guard
            let child = try Child(
                command, environment: environment, output: output,
                errors: "\(bench.folder)/errors")
        else { throw Failure("\(command[0]) cannot be found") }
        return child
    }

    /// Lets milepost import its places, which it does once and which is not what is measured.
    func importPlaces() throws {
        let child = try milepost(
            ["at", "37.5547", "126.9706"], settings: Settings.withoutLookups, output: "/dev/null")
        child.end()
    }

    /// A program of the system; nil, and said so, when it is not there.
    func peer(_ command: [String], package: String) throws -> Child? {
        let child = try Child(
            command, environment: ["PATH": "/usr/bin:/bin"], errors: "\(bench.folder)/errors")
        if child == nil {
            say("\(command[0]) is not installed (apt install \(package)): measured without it")
        }
        return child
    }

    /// What milepost and its peers said on standard error.
    var complaints: String {
        guard let file = fopen("\(bench.folder)/errors", "r") else { return "" }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 2000)
        let count = fread(&text, 1, text.count, file)
        return String(decoding: text[..<count], as: UTF8.self)
    }
}

/// Writes a small file whole.
func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else {
        throw Failure("\(path) cannot be written: \(reason(errno))")
    }
    fputs(text, file)
    fclose(file)
}
