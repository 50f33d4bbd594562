import Wiring

extension Session {
    /// `milepost demo`: a simulated trip through a real gpsd.
    func demo() async throws -> ExitCode {
        let demo = Demo(try assembly(settings), isOnline: invocation.has(.online))
        try await demo.run { [standardOutput(ended: $0)] }
        return .done
    }
}
