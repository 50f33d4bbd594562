import Wiring

extension Session {
    /// `milepost demo`: a simulated trip through a real gpsd.
    func demo() async throws -> ExitCode {
        let demo = Demo(
            loaded.settings, keys: try keys(of: settings), environment: environment,
            isOnline: invocation.has(.online), log: log)
        try await demo.run { [standardOutput(ended: $0)] }
        return .done
    }
}
