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
        let answer: Answer
        if let id = invocation.integer(.cityID) {
            answer = try await visit.answer(at: .cityID(id))
        } else if let code = invocation.text(.zip) {
            let parts = code.split(separator: ",", maxSplits: 1).map(String.init)
            answer = try await visit.answer(
                at: .postalCode(parts[0], country: parts.count > 1 ? parts[1] : nil))
        } else {
            switch try place(invocation.operandText) {
            case .coordinate(let place): answer = try await visit.answer(at: place)
            case .name(let name): answer = try await visit.answer(at: name)
            }
        }
        try show(Schema.Answer(answer))
        return .done
    }
}
