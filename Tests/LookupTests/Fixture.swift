import Domain
import FoundationEssentials
import Lookup
import Synchronization
import Testing

/// Files under `Fixtures`, answered as a service would.
enum Fixture {
    /// One row of a provider's `index.tsv`.
    struct Sample: Sendable, CustomTestStringConvertible {
        let file: String
        let status: Int
        let contentType: String
        var testDescription: String { file }
    }

    private static let folder =
        #filePath.split(separator: "/").dropLast()
        .reduce(into: "") { $0 += "/" + $1 } + "/Fixtures/"

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: folder + path))
    }

    static func rows(_ path: String) throws -> [[String]] {
        String(decoding: try data(path), as: UTF8.self).split(separator: "\n").dropFirst()
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The rows of a table with commas, below its head.
    static func csv(_ path: String) throws -> [[String]] {
        String(decoding: try data(path), as: UTF8.self).split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    /// Every body of a provider; files that hold only headers are left out.
    static func samples(_ provider: String) throws -> [Sample] {
        try rows(provider + "/index.tsv").filter { !$0[0].hasPrefix("headers") }
            .map { Sample(file: $0[0], status: Int($0[1]) ?? 0, contentType: $0[2]) }
    }

    /// The file with the status and the type that its index tells.
    static func answer(_ provider: String, _ file: String) throws -> ProviderAnswer {
        let sample = try #require(try samples(provider).first { $0.file == file })
        return ProviderAnswer(
            status: sample.status, contentType: sample.contentType,
            body: try data("\(provider)/\(file)"))
    }
}

/// A service that always gives the same answer and remembers what it was asked.
final class ServiceStub: Sendable {
    private let answer: ProviderAnswer
    private let asked = Mutex<[ProviderRequest]>([])

    init(_ answer: ProviderAnswer) { self.answer = answer }

    convenience init(_ body: String, status: Int = 200, type: String? = "application/json") {
        self.init(
            ProviderAnswer(status: status, contentType: type, body: Data(body.utf8)))
    }

    /// Where the answer says that it is of, so that it can be asked for there; Seoul where it does not say.
    var place: Coordinate {
        let json = JSON(answer.body) ?? .null
        let position = json["geometry"]["coordinates"]
        let latitude = json["latitude"].number ?? position[1].number
        let longitude = json["longitude"].number ?? position[0].number
        return LookupTests.place(latitude ?? 37.56, longitude ?? 126.98)
    }

    var requests: [ProviderRequest] { asked.withLock { $0 } }

    var fetch: ProviderFetch {
        { [self] request async throws(LookupFailure) in
            asked.withLock { $0.append(request) }
            return answer
        }
    }
}

/// 2026-11-30T00:10:20Z, the time of every test of a provider.
let testNow = Timestamp(seconds: 1_795_997_420)

/// The failure that `body` throws; nil when it succeeds.
func failure(_ body: () async throws -> Void) async throws -> LookupFailure? {
    do {
        try await body()
        return nil
    } catch let failure as LookupFailure {
        return failure
    }
}

func utc(_ text: String) -> Timestamp? { Timestamp(rfc3339: text) }

extension Weather {
    static func made(_ provider: String, _ set: (inout Weather) -> Void) -> Weather {
        var weather = Weather(provider: provider)
        set(&weather)
        return weather
    }
}

extension Forecast.Day {
    /// A row written out: date, min, max, condition, probability, millimetres.
    static func row(
        _ date: String, _ min: Double?, _ max: Double?, _ condition: Condition?, _ pop: Double?,
        _ mm: Double?
    ) -> Forecast.Day {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        var day = Forecast.Day(date: LocalDate(year: parts[0], month: parts[1], day: parts[2]))
        day.min = min
        day.max = max
        day.condition = condition
        day.precipitationProbability = pop
        day.precipitation = mm
        return day
    }
}
