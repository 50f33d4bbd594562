import Domain
import Foundation

@testable import Publish

/// Fixes and what was found there.
enum Samples {
    /// 2026-11-30T05:03:07Z
    static let time = Timestamp(milliseconds: 1_796_014_987_000)

    /// Seoul station.
    private static let place =
        Coordinate(latitude: 37.5547, longitude: 126.9706)
        ?? { preconditionFailure("the sample is no coordinate") }()

    static func fix(
        _ seq: Int = 7, seconds: Double = 0, reasons: [AcceptedFix.Reason] = [.distance],
        isPrivate: Bool = false
    ) -> AcceptedFix {
        let time = time.adding(seconds: seconds)
        let report = Fix(
            source: .gpsd, device: "/dev/ttyACM0", mode: .threeD, time: time, latitude: 37.5547,
            longitude: 126.9706, altitude: 38.6, accuracy: 4.4, speed: 23.6, course: 359.7)
        var fix = AcceptedFix(
            seq: seq, time: time,
            coordinate: place,
            fix: report, accuracy: 4.4, reasons: reasons, distance: 512)
        fix.isPrivate = isPrivate
        return fix
    }

    static func milepost(_ fix: AcceptedFix = fix()) -> Milepost {
        var milepost = Milepost(fix: fix)
        var address = Address(label: "Seoul station", provider: "gazetteer")
        address.city = "Seoul"
        milepost.address = address
        var weather = Weather(provider: "open-meteo")
        weather.temperature = -2.5
        weather.humidity = 61
        weather.condition = Condition(.snow, rawCode: "73")
        milepost.weather = weather
        milepost.changed = [.address, .weather]
        return milepost
    }

    /// A payload as whoever receives it reads it.
    static func object(_ payload: Data?) -> [String: JSON] {
        guard let payload, case .object(let object) = JSON(payload) else { return [:] }
        return object
    }
}
