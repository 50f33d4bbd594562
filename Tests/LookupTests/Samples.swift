import Domain
import Lookup
import Synchronization
import TestSupport

/// A place in range; one out of range stops the test.
func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("no such place: \(latitude), \(longitude)")
    }
    return place
}

func accepted(_ seq: Int, at coordinate: Coordinate, time: Timestamp = noon) -> AcceptedFix {
    AcceptedFix(
        seq: seq, time: time, coordinate: coordinate,
        fix: Fix(
            source: .gpsd, mode: .threeD, time: time, latitude: coordinate.latitude,
            longitude: coordinate.longitude),
        accuracy: 5, reasons: [.distance], distance: nil)
}

/// Places 50 km apart along a meridian, so in different cells for every part.
func farPlace(_ number: Int) -> Coordinate { place(-80 + Double(number) * 0.5, 127) }

/// 2026-05-04T12:00:00Z
let noon = Timestamp(milliseconds: 1_777_896_000_000)

func address(_ label: String, from provider: String = "a") -> Found {
    .address(Address(label: label, provider: provider))
}

func weather(_ temperature: Double, from provider: String = "w") -> Found {
    var weather = Weather(provider: provider)
    weather.temperature = temperature
    return .weather(weather)
}

func forecast(_ min: Double, from provider: String = "w") -> Found {
    var forecast = Forecast(provider: provider)
    var day = Forecast.Day(date: LocalDate(year: 2026, month: 5, day: 5))
    day.min = min
    forecast.days = [day]
    return .forecast(forecast)
}

/// The right type of answer for a question, telling `number`.
func answer(_ part: Part, _ number: Double) -> Found {
    switch part {
    case .address: address("Road \(Int(number))")
    case .weather: weather(number)
    case .forecast: forecast(number)
    }
}

func failure(
    _ part: Part, _ code: LookupFailure.Code, from provider: String = "w",
    retryAt: Timestamp? = nil
) -> LookupFailure {
    LookupFailure(
        part: part, provider: provider, code: code, message: "\(code)", retryAt: retryAt)
}

/// A wall clock that the test sets, beside a monotonic one that the test moves.
final class Times: Sendable {
    let clock = TestClock()
    private let shift = Mutex(0.0)

    /// Moves the wall clock alone, as a step of NTP does.
    func step(by seconds: Double) { shift.withLock { $0 += seconds } }

    var now: Timestamp { noon.adding(seconds: clock.seconds + shift.withLock { $0 }) }

    /// `random` is what every draw gives.
    func source(random: Double = 0.5) -> TimeSource {
        TimeSource(clock: clock, wall: { self.now }, random: { random })
    }
}

extension Diary {
    func log(_ times: Times) -> Log { log(now: { times.clock.seconds }) }
}

/// Lookups whose outcomes can be read.
struct Told: Sendable {
    let lookups: Lookups
    let outcomes: AsyncStream<Lookups.Outcome>
    private let end: @Sendable () -> Void

    init(_ make: (@escaping @Sendable (Lookups.Outcome) -> Void) -> Lookups) {
        let (stream, continuation) = AsyncStream.makeStream(of: Lookups.Outcome.self)
        lookups = make { continuation.yield($0) }
        outcomes = stream
        end = { continuation.finish() }
    }

    func run() async {
        await lookups.run()
        end()
    }

    func submit(_ fix: AcceptedFix) async { await lookups.submit(fix) }
    func idle() async { await lookups.idle() }
    func count() async -> Lookups.Counters { await lookups.count() }
    func providers() async -> [Status.Provider] { await lookups.providers() }

    func lookUp(
        _ fix: AcceptedFix, bypassingCache: Bool = false, timeout: Double? = nil
    ) async -> Milepost {
        await lookups.lookUp(fix, bypassingCache: bypassingCache, timeout: timeout)
    }
}

/// Runs `lookups` beside `body` until nothing is in flight, and gives all that they told.
func outcomes(of lookups: Told, _ body: (Told) async -> Void) async -> [Lookups.Outcome] {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await lookups.run() }
        await body(lookups)
        await lookups.idle()
        group.cancelAll()
    }
    var outcomes: [Lookups.Outcome] = []
    for await outcome in lookups.outcomes { outcomes.append(outcome) }
    return outcomes
}

extension [Lookups.Outcome] {
    var mileposts: [Milepost] {
        compactMap { if case .milepost(let milepost) = $0 { milepost } else { nil } }
    }
    var settled: [Milepost] {
        compactMap { if case .settled(let milepost) = $0 { milepost } else { nil } }
    }
    var superseded: [Superseded] {
        compactMap { if case .superseded(let superseded) = $0 { superseded } else { nil } }
    }
}
