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
        let target = try target()
        let assembly = try assembly(settings)
        try await prepare(assembly.gazetteer)
        let visit = Visit(assembly: assembly)
        let found = try await waiting(for: { "waiting for the lookups" }) {
            switch target {
            case .place(.coordinate(let place)): try await visit.answer(at: place)
            case .place(.name(let name)): try await visit.answer(at: name)
            case .openWeatherMap(let target): try await visit.answer(at: target)
            }
        }
        return try close(with: Schema.Answer(found))
    }

    private enum Target {
        case place(PlaceText)
        case openWeatherMap(OpenWeatherMap.Target)
    }

    private func target() throws -> Target {
        if let id = invocation.integer(.cityID) { return .openWeatherMap(.cityID(id)) }
        guard let code = invocation.text(.zip) else {
            return .place(try place(invocation.operandText))
        }
        let parts = code.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, !parts.contains("") else {
            throw CommandFailure(
                .usage, "--zip \(code) is no postal code: write it like 04524,KR.")
        }
        return .openWeatherMap(.postalCode(parts[0], country: parts.dropFirst().first))
    }
}
