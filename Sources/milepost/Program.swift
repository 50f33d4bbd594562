import Domain
import Feed
import Gazetteer
import Glibc
import Record
import Web
import Wiring

extension Milepost {
    /// Carries out what `arguments` ask for. Whatever goes wrong is said in a sentence on standard error.
    static func run(_ arguments: [String], environment: [String: String]) async -> ExitCode {
        do {
            switch try Arguments.read(arguments) {
            case .help(let topic):
                try show(HelpText.help(topic))
                return .done
            case .document(let document):
                try show(document.text)
                return .done
            case .version(let withSources):
                try show("milepost \(Version.number)\n")
                if withSources { try show(sources) }
                return .done
            case .perform(let invocation) where invocation.command == .configDefaults:
                // Also for who has a file with a mistake in it.
                try show(SettingsText.defaults)
                return .done
            case .perform(let invocation):
                return try await perform(try Session(invocation, environment: environment))
            }
        } catch {
            let failure = CommandFailure(error)
            let form = DiagnosticForm.ofStandardError(environment)
            for line in failure.lines { say(form.failure(line)) }
            return failure.code
        }
    }

    /// Whose data is shown, in the words their terms want.
    private static var sources: String {
        (Gazetteer.attribution.map { "Places: \($0)\n" }
            + Service.all.map { "\($0.title): \($0.attribution)\n" }).joined()
    }

    private static func perform(_ session: Session) async throws -> ExitCode {
        switch session.invocation.command {
        case .run: try await session.run()
        case .replay: try await session.replay()
        case .demo: try await session.demo()
        case .now: try await session.now()
        case .at: try await session.at()
        case .search: try await session.search()
        case .status: try await session.status()
        case .refresh: try await session.refresh()
        case .override: try await session.override()
        case .pause: try await session.pause()
        case .resume: try await session.resume()
        case .track: try session.track()
        case .trackList: try session.trackList()
        case .trackDelete: try session.trackDelete()
        case .trackUndelete: try session.trackUndelete()
        case .simulate: try await session.simulate()
        case .tune: try await session.tune()
        case .doctor: try await session.doctor()
        case .privacy: try await session.privacy()
        case .configCheck: try session.configCheck()
        case .configShow: try session.configShow()
        case .configDefaults, .help: .done  // Answered without a session.
        }
    }
}

extension Milepost {
    /// Text on standard output. A reader that is gone has read what it wanted; anything else is an error.
    static func show(_ text: String) throws(CommandFailure) {
        guard !writeAll(STDOUT_FILENO, Array(text.utf8)), errno != EPIPE else { return }
        throw CommandFailure.unwritableOutput
    }
}

extension CommandFailure {
    /// By the error number of the write that failed last.
    static var unwritableOutput: CommandFailure {
        CommandFailure(
            .cannotWrite,
            "Standard output cannot be written (\(String(cString: strerror(errno)))): make space"
                + " where it leads to.")
    }
}

/// A line for the operator on standard error.
func say(_ line: String) {
    // A terminal or a pipe that is gone has nobody to tell.
    _ = writeAll(STDERR_FILENO, Array((line.printable + "\n").utf8))
}

/// Writes everything, in as many pieces as it takes; false with `errno` when the rest cannot be written.
func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
