package import Domain

/// What the daemon of this state directory says of itself, if one runs.
package enum DaemonExamination {
    static func findings(_ settings: Settings) async -> [Finding] {
        let client = ControlClient(stateDirectory: settings.stateDirectory)
        do {
            guard let status: Schema.Status = try await client.ask(.get, "/api/v1/status") else {
                return [.well("daemon", "none runs with this state directory")]
            }
            return [finding(status)]
        } catch {
            return [.wrong("daemon", "does not answer as it should (\(error)): restart milepost")]
        }
    }

    /// What it told.
    package static func finding(_ status: Schema.Status) -> Finding {
        let state = "runs (\(status.version)): \(status.mode), receiver \(status.receiver)"
        guard status.version == Version.number else {
            return .wrong(
                "daemon",
                "\(state); it is of another version than this command: restart milepost")
        }
        if let mqtt = status.mqtt, !mqtt.connected {
            return .wrong(
                "daemon",
                "\(state); \(mqtt.queue) messages wait for \(mqtt.broker):"
                    + " \(mqtt.reason ?? "it has not answered yet")")
        }
        return .well("daemon", state)
    }
}
