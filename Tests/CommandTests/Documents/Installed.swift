import Foundation
import TestSupport

/// A program of this machine that a test asks whether a document is right.
enum Installed {
    /// Where it is; nil where it is not installed.
    static func path(of program: String) -> String? {
        ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func has(_ program: String) -> Bool { path(of: program) != nil }

    /// Everything it says, on both outputs, and how it ends.
    static func run(_ program: String, _ arguments: [String]) async throws -> (
        output: [String], errors: [String], code: Int32?
    ) {
        let started = try Program(
            path(of: program) ?? program, arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory(), "LC_ALL": "C.UTF-8",
                "TERM": "dumb",
            ])
        let output = await started.everything()
        return (output, started.errors.past, await started.end())
    }
}

extension Folder {
    /// Writes a document there, for a program that reads files; gives its path.
    func put(_ text: String, _ name: String) throws -> String {
        try text.write(toFile: file(name), atomically: true, encoding: .utf8)
        return file(name)
    }
}
