import Domain
import Wiring

extension Session {
    /// `milepost search NAME`: places of that name; the daemon, if it runs, prefers those near where it is.
    func search() async throws -> ExitCode {
        guard case .name(let name) = try place(invocation.operandText) else {
            throw CommandFailure(
                .usage, "\(invocation.operandText) is a coordinate: ask `milepost at` for it.")
        }
        let places = try await found(name)
        if format == .jsonl {
            for place in places { try show(json: place) }
        } else {
            try show(renderer.render(places))
        }
        return .done
    }

    private func found(_ name: String) async throws -> [Schema.Place] {
        let asked: [Schema.Place]? = try await client.ask(
            .get, "/api/v1/search?q=\(name.percentEncoded())")
        if let asked { return asked }
        let assembly = try assembly(settings)
        try await prepare(assembly.gazetteer)
        return try await waiting(for: { "looking for places" }) {
            try await Visit(assembly: assembly).places(named: name).map(Schema.Place.init)
        }
    }
}
