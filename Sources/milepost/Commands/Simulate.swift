extension Session {
    /// `milepost simulate ROUTE.gpx`: a recording of a drive along it.
    func simulate() async throws -> ExitCode {
        .done
    }
}
