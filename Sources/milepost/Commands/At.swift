import Domain
import Lookup
import Wiring

extension Session {
    /// How a place is named on the command line.
    enum PlaceText {
        case coordinate(Coordinate)
        case name(String)
    }

    /// A coordinate when the text is meant as one, else a name.
    func place(_ text: String) throws(CommandFailure) -> PlaceText {
        guard 1...200 ~= text.utf8.count, !text.allSatisfy(\.isWhitespace) else {
            throw CommandFailure(
                .usage,
                "A place is a coordinate or a name of at most 200 bytes: write it like \"Busan\" or"
                    + " 37.55 126.97.")
        }
        guard Coordinate.isMeant(by: text) else { return .name(text) }
        do throws(CoordinateTextError) {
            return .coordinate(try Coordinate(text: text))
        } catch {
            throw CommandFailure(
                .usage, [error.message, error.hint].compactMap { $0 }.joined(separator: ": "))
        }
    }

    /// `milepost at PLACE`: address, weather and forecast there, whether or not a daemon runs.
    func at() async throws -> ExitCode {
        let visit = Visit(assembly: try assembly(settings))
        let found = try await waiting(for: { "waiting for the lookups" }) {
            try await answer(of: visit)
        }
        return try close(with: Schema.Answer(found))
    }

    private func answer(of visit: Visit) async throws -> Answer {
        if let id = invocation.integer(.cityID) {
            return try await visit.answer(at: .cityID(id))
        }
        if let code = invocation.text(.zip) {
            let parts = code.split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count <= 2, !parts.contains("") else {
                throw CommandFailure(
                    .usage, "--zip \(code) is no postal code: write it like 04524,KR.")
            }
            return try await visit.answer(
                at: .postalCode(parts[0], country: parts.dropFirst().first))
        }
        switch try place(invocation.operandText) {
        case .coordinate(let place): return try await visit.answer(at: place)
        case .name(let name): return try await visit.answer(at: name)
        }
    }
}
