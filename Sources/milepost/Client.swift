import Domain
import HTTP
import Wiring

/// Commands that need the running daemon.
extension Session {
    var client: ControlClient { ControlClient(stateDirectory: settings.stateDirectory) }

    /// What the daemon answers; that none runs is an error with the remedy.
    func ask<Value: Decodable & Sendable>(
        _ method: HTTPRequest.Method, _ path: String, body: (any Encodable & Sendable)? = nil
    ) async throws -> Value {
        guard let value: Value = try await client.ask(method, path, body: body) else {
            throw noDaemon
        }
        return value
    }

    func tell(_ method: HTTPRequest.Method, _ path: String) async throws -> ExitCode {
        guard try await client.tell(method, path) else { throw noDaemon }
        return .done
    }

    private var noDaemon: CommandFailure {
        if let owner = loaded.foreign?.owner {
            return CommandFailure(
                .notPermitted,
                "No milepost of yours runs here, and that of this machine belongs to \(owner): use"
                    + " `sudo milepost \(invocation.command.rawValue)`, or start your own with"
                    + " `milepost run`.")
        }
        return CommandFailure(
            .unavailable,
            "No milepost runs here (nothing answers at \(settings.stateDirectory)/control.sock):"
                + " start one with `milepost run`, or name its state_dir.")
    }
}
