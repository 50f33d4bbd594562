package import Domain

/// What Korea's weather service is asked for, by the name of its operation.
package enum KMAOperation: String, Sendable, CaseIterable {
    /// The hour's observation on the grid.
    case observation = "getUltraSrtNcst"
    /// The next six hours.
    case nextHours = "getUltraSrtFcst"
    /// Three or four days from today on.
    case shortTerm = "getVilageFcst"
    /// Minima and maxima up to the tenth day.
    case midTermTemperatures = "getMidTa"
    /// Sky and chance of rain up to the tenth day.
    case midTermSky = "getMidLandFcst"

    var isMidTerm: Bool { self == .midTermTemperatures || self == .midTermSky }
}

/// One issue of an operation's data: asked for by its own time, never by the present one.
///
/// The times are those of the service's guide of 2024-11; the mid term's delay is not stated there, half an hour is
/// the longest that public programs wait.
package struct KMAIssuance: Hashable, Sendable {
    package let operation: KMAOperation
    /// The time that names it.
    package let time: Timestamp

    package init(_ operation: KMAOperation, at time: Timestamp) {
        self.operation = operation
        self.time = time
    }

    /// The newest that should be out at `now`.
    package init(newest operation: KMAOperation, at now: Timestamp) {
        let schedule = operation.schedule
        let first = schedule.first - Double(KST.offset)
        let periods = (now.seconds - schedule.delay - first) / schedule.period
        let seconds = periods.rounded(.down) * schedule.period + first
        self.init(operation, at: Timestamp(seconds: seconds))
    }

    /// The one before, for when this one is not out yet.
    package var previous: KMAIssuance {
        KMAIssuance(operation, at: time.adding(seconds: -operation.schedule.period))
    }

    /// `20251214`, in Korea.
    package var date: String {
        let civil = CivilTime(time, offset: KST.offset)
        return civil.year.digits(4) + civil.month.digits(2) + civil.day.digits(2)
    }

    /// `1430`, in Korea.
    package var clock: String {
        let civil = CivilTime(time, offset: KST.offset)
        return civil.hour.digits(2) + civil.minute.digits(2)
    }
}

/// Seconds of Korea's day.
private struct Schedule {
    var first: Double
    var period: Double
    /// From the time that names an issue until it can be had.
    var delay: Double
}

extension KMAOperation {
    fileprivate var schedule: Schedule {
        let (minute, hour) = (60.0, 3600.0)
        return switch self {
        case .observation: Schedule(first: 0, period: hour, delay: 10 * minute)
        case .nextHours: Schedule(first: 30 * minute, period: hour, delay: 15 * minute)
        case .shortTerm: Schedule(first: 2 * hour, period: 3 * hour, delay: 10 * minute)
        case .midTermTemperatures, .midTermSky:
            Schedule(first: 6 * hour, period: 12 * hour, delay: 30 * minute)
        }
    }
}
