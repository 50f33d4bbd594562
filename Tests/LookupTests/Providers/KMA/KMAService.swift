import Domain
import FoundationEssentials
import Lookup
import Synchronization
import Testing

/// Korea's services and their gateway as a script: an answer for each operation, and what was asked.
final class KMAService: Sendable {
    /// By operation and URL; nil when the network fails.
    typealias Script = @Sendable (KMAOperation, String) -> ProviderAnswer?

    private let script: Script
    /// Its rows repeat what was asked for, as the service's do, whatever stands in the sample.
    private let repeatsQuestion: Bool
    private let state: Mutex<(asked: [ProviderRequest], now: Timestamp)>

    init(at now: String, repeatsQuestion: Bool = true, _ script: @escaping Script) {
        self.script = script
        self.repeatsQuestion = repeatsQuestion
        state = Mutex(([], kst(now)))
    }

    /// Always these files; the network fails for the rest.
    convenience init(at now: String, _ files: [KMAOperation: String]) throws {
        var answers: [KMAOperation: ProviderAnswer] = [:]
        for (operation, file) in files { answers[operation] = try Fixture.answer("kma", file) }
        let fixed = answers
        self.init(at: now) { operation, _ in fixed[operation] }
    }

    /// The same file for everything.
    convenience init(at now: String, file: String) throws {
        let answer = try Fixture.answer("kma", file)
        self.init(at: now) { _, _ in answer }
    }

    var requests: [ProviderRequest] { state.withLock { $0.asked } }

    /// The URLs of `operation`, from its parameters on.
    func asked(_ operation: KMAOperation) -> [String] {
        requests.map(\.url).filter { $0.contains("/\(operation.rawValue)?") }
    }

    var now: Timestamp { state.withLock { $0.now } }

    func wait(_ seconds: Double) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

    var provider: KMA {
        KMA(
            baseURL: "https://kma.test",
            fetch: { [self] request throws(LookupFailure) in try answer(request) },
            now: { [self] in now })
    }

    private func answer(_ request: ProviderRequest) throws(LookupFailure) -> ProviderAnswer {
        state.withLock { $0.asked.append(request) }
        let operation = KMAOperation.allCases.first { request.url.contains("/\($0.rawValue)?") }
        guard let operation, let answer = script(operation, request.url) else {
            throw LookupFailure(
                part: request.part, provider: "kma", code: .network, message: "kma: no network")
        }
        return repeatsQuestion ? answer.repeating(request.url) : answer
    }
}

extension ProviderAnswer {
    /// With the issue and the place that `url` asks for in every row that names any.
    fileprivate func repeating(_ url: String) -> ProviderAnswer {
        let query = url.split(separator: "?").last.map(String.init) ?? ""
        let asked = Dictionary(
            query.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=")
                return (String(parts[0]), String(parts[1]))
            }, uniquingKeysWith: { $1 })
        var text = String(decoding: body, as: UTF8.self)
        let keys = [
            "baseDate": "base_date", "baseTime": "base_time", "nx": "nx", "ny": "ny",
            "regId": "regId",
        ]
        for (key, parameter) in keys {
            guard let value = asked[parameter] else { continue }
            text = text.split(separator: "\"\(key)\":", omittingEmptySubsequences: false)
                .enumerated().map { index, rest in
                    index == 0 ? String(rest) : "\"\(value)\"" + rest.drop { !",}\n".contains($0) }
                }
                .joined(separator: "\"\(key)\":")
        }
        var answer = self
        answer.body = Data(text.utf8)
        return answer
    }
}

/// A time of Korea: `2025-12-14 14:20`; one that no clock shows stops the test.
func kst(_ text: String) -> Timestamp {
    guard let time = utc(text.replacing(" ", with: "T") + ":00+09:00") else {
        preconditionFailure("no such time: \(text)")
    }
    return time
}

extension Query {
    static func kma(
        _ latitude: Double = 36.62, _ longitude: Double = 127.33, _ language: Language = .ko
    ) -> Query {
        Query(coordinate: place(latitude, longitude), language: language)
    }
}

/// Bodies composed of rows.
enum KMABody {
    /// One value: `category`, `1214 1500` and what is told.
    typealias Row = (category: String, time: String, value: String)

    static func forecast(base: String, _ rows: [Row], total: Int? = nil) -> ProviderAnswer {
        let items = rows.map { row in
            let time = row.time.split(separator: " ")
            return #"""
                {"baseDate":"2025\#(base.prefix(4))","baseTime":"\#(base.suffix(4))",\#
                "category":"\#(row.category)","fcstDate":"2025\#(time[0])","fcstTime":"\#(time[1])",\#
                "fcstValue":"\#(row.value)","nx":66,"ny":106}
                """#
        }
        return answer(items, total: total ?? rows.count)
    }

    static func observation(base: String, _ values: [(String, String)]) -> ProviderAnswer {
        let items = values.map { category, value in
            #"{"baseDate":"2025\#(base.prefix(4))","baseTime":"\#(base.suffix(4))","#
                + #""category":"\#(category)","nx":66,"ny":106,"obsrValue":\#(value)}"#
        }
        return answer(items, total: values.count)
    }

    static func answer(_ items: [String], total: Int) -> ProviderAnswer {
        json(
            #"""
            {"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{\#
            "items":{"item":[\#(items.joined(separator: ","))]},"totalCount":\#(total)}}}
            """#)
    }

    static func json(_ text: String, status: Int = 200) -> ProviderAnswer {
        ProviderAnswer(status: status, contentType: "application/json", body: Data(text.utf8))
    }
}
