import Domain
import HTTP
import Lookup
import TestSupport
import Testing

/// The parts of every provider that is asked over the network. A new provider is one line, or one for each kind of part.
///
/// They are those of the table of services in Wiring, which nothing here can see: what is new there has to be added here.
let everyPart: [ProviderPart] = [
    ProviderPart.weather("open-meteo") { OpenMeteo(baseURL: $0, fetch: $1, now: $2) },
    ProviderPart.weather("met-norway") { MetNorway(baseURL: $0, fetch: $1, now: $2) },
    ProviderPart.weather("kma", asksSeveral: true) { KMA(baseURL: $0, fetch: $1, now: $2) },
    ProviderPart.weather("openweathermap") { OpenWeatherMap(baseURL: $0, fetch: $1, now: $2) },
    ProviderPart.address("openweathermap") { OpenWeatherMap(baseURL: $0, fetch: $1, now: $2) },
    ProviderPart.address("nominatim") { Nominatim(baseURL: $0, fetch: $1, now: $2) },
    ProviderPart.address("photon") { Photon(baseURL: $0, fetch: $1, now: $2) },
    ProviderPart.address("kakao") { Kakao(baseURL: $0, fetch: $1, now: $2) },
].flatMap { $0 }

/// One part that one provider answers.
struct ProviderPart: Sendable, CustomTestStringConvertible {
    /// Makes something from a base URL, a sender's `fetch` and the wall clock.
    typealias Making<Made> =
        @Sendable (String, @escaping ProviderFetch, @escaping @Sendable () -> Timestamp) -> Made
    private typealias Lists = ([any AddressProvider], [any WeatherProvider])

    /// What came of asking once.
    struct Round {
        /// Nil for an answer.
        let failure: LookupFailure?
        /// Those sent for it; of a provider that asks several things at once they count as one.
        let requests: Int
    }

    let provider: String
    let part: Part
    /// Whether it sends several requests at once, of which none need wait for the failure of another.
    let asksSeveral: Bool
    private let lists: Making<Lists>
    var testDescription: String { "\(part) of \(provider)" }

    static func weather(
        _ name: String, asksSeveral: Bool = false, _ make: @escaping Making<any WeatherProvider>
    ) -> [ProviderPart] {
        [Part.weather, .forecast].map { part in
            ProviderPart(provider: name, part: part, asksSeveral: asksSeveral) {
                ([], [make($0, $1, $2)])
            }
        }
    }

    static func address(
        _ name: String, _ make: @escaping Making<any AddressProvider>
    ) -> [ProviderPart] {
        [
            ProviderPart(provider: name, part: .address, asksSeveral: false) {
                ([make($0, $1, $2)], [])
            }
        ]
    }

    private init(
        provider: String, part: Part, asksSeveral: Bool, _ lists: @escaping Making<Lists>
    ) {
        self.provider = provider
        self.part = part
        self.asksSeveral = asksSeveral
        self.lists = lists
    }

    /// The key that each is given, long enough to be recognised wherever it is repeated.
    static let key = "0123456789abcdef"

    /// Asks for Seoul that often, past the cache.
    func ask(
        _ count: Int, over transport: any Transport, at base: String = "http://h", _ times: Times,
        _ diary: Diary
    ) async -> [Round] {
        await withPool { pool in
            let log = diary.log(times)
            let sender = ProviderSender(
                name: provider, rules: .init(), key: ProviderKey(Self.key),
                userAgent: "Milepost/1 (+me)", transport: transport,
                cache: LookupCache(path: nil, now: { times.now }, log: log), pool: pool,
                time: times.source(), log: log)
            let (address, weather) = lists(base, sender.fetch, { times.now })
            let lookup = PartLookup(
                address: address, weather: weather, senders: [provider: sender], cache: nil,
                language: .en, time: times.source())
            let cell = Cell(part, containing: place(37.5665, 126.978))
            var rounds: [Round] = []
            for _ in 0..<count {
                let before = await sender.requests
                let outcome = await lookup.result(for: cell, bypassingCache: true).outcome
                let sent = await sender.requests - before
                let failure: LookupFailure? =
                    if case .failed(let reasons) = outcome { reasons.first } else { nil }
                rounds.append(
                    Round(failure: failure, requests: asksSeveral ? min(sent, 1) : sent))
            }
            return rounds
        }
    }
}
