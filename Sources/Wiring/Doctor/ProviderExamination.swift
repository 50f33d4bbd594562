import Concurrency
package import Domain
import HTTP
package import Lookup

/// Asks each provider of the settings once what it is asked in a run, as a run does: what it answers, and what to do.
///
/// About one place that is the same for everybody and that each of them serves, so that nobody is told where this
/// machine is. Its host is one that `milepost privacy` lists.
package struct ProviderExamination {
    let assembly: Assembly

    /// Seoul's city hall.
    private static let place = Coordinate(latitude: 37.5663, longitude: 126.9779)

    func findings() async -> [Finding] {
        let unasked = Unasked.all(in: assembly.settings, keys: assembly.keys)
        let answers = await asked(without: Set(unasked.map(\.provider)))
        return answers + unasked.map { .wrong($0.provider, $0.reason) }
    }

    private func asked(without unasked: Set<String>) async -> [Finding] {
        let (pool, http) = (JobPool(), HTTPClient(environment: assembly.environment))
        let services = quiet.services(transport: http, pool: pool)
        return await http.whileRunning {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await pool.run() }
                var findings: [Finding] = []
                for provider in services.weather where !unasked.contains(provider.name) {
                    findings.append(await ask(.weather, provider.name, services))
                }
                for provider in services.address
                where !provider.isOffline && !unasked.contains(provider.name) {
                    findings.append(await ask(.address, provider.name, services))
                }
                group.cancelAll()
                return findings
            }
        }
    }

    /// What goes wrong is a finding already.
    private var quiet: Assembly {
        Assembly(
            settings: assembly.settings, keys: assembly.keys, environment: assembly.environment,
            log: Log(threshold: .error, now: { 0 }, write: { _, _ in }), time: assembly.time,
            cache: assembly.cache, gazetteer: assembly.gazetteer)
    }

    private func ask(_ part: Part, _ name: String, _ services: Services) async -> Finding {
        guard let place = Self.place else { preconditionFailure("the city hall is on Earth") }
        // Without a cache: what was answered earlier shows nothing.
        let lookup = PartLookup(
            address: services.address.filter { $0.name == name && part == .address },
            weather: services.weather.filter { $0.name == name && part == .weather },
            senders: Dictionary(uniqueKeysWithValues: services.senders.map { ($0.name, $0) }),
            cache: nil, zones: assembly.gazetteer, language: assembly.settings.language,
            time: assembly.time)
        let result = await lookup.result(
            for: Cell(part, containing: place), bypassingCache: true)
        return Self.finding(part, name, result.outcome)
    }

    /// What became of the question.
    package static func finding(_ part: Part, _ name: String, _ outcome: PartOutcome) -> Finding {
        guard case .failed(let failures) = outcome, let failure = failures.last else {
            return .well(name, "answers a request for the \(part.rawValue)")
        }
        // Its name stands before it already.
        var text = failure.message[...]
        if text.hasPrefix(name + ": ") { text = text.dropFirst(name.count + 2) }
        return remedy(failure, name).map { .wrong(name, "\(text); \($0)") }
            ?? .well(name, "answers, and knows nothing of where it was asked: \(text)")
    }

    /// Nil where nothing is to be mended.
    private static func remedy(_ failure: LookupFailure, _ name: String) -> String? {
        switch failure.code {
        case .notFound, .notCovered: nil
        case .noKey, .refused: "give it a key that is valid: \(ProviderKey.remedy(for: name))"
        case .noContact: "set `contact` in the settings"
        case .rateLimited: "wait, or name another provider beside it"
        case .quota: "wait for tomorrow, or name another provider beside it"
        case .timeout, .network: "see what is said of the network, and providers.\(name).base_url"
        case .server, .badAnswer: "that is its own trouble: wait, or name another beside it"
        case .badRequest: "check providers.\(name).base_url"
        case .clock: "see what is said of the clock"
        }
    }
}
