import Domain
import Foundation

/// A position at Seoul Station, and what the API is to say of it.
enum Sample {
    // 2026-05-04T03:02:01Z is 1777863721 s: `date -u -d 2026-05-04T03:02:01Z +%s`.
    static let time = Timestamp(milliseconds: 1_777_863_721_000)

    static func fix(seq: Int = 7) -> AcceptedFix {
        // Both are in range.
        // swift-format-ignore: NeverForceUnwrap
        let place = Coordinate(latitude: 37.5547, longitude: 126.9706)!
        let fix = Fix(
            source: .gpsd, device: "/dev/ttyUSB0", mode: .threeD, time: time, latitude: 37.5547,
            longitude: 126.9706, accuracy: 4.5, speed: 0.5, satellites: 9)
        return AcceptedFix(
            seq: seq, time: time, coordinate: place, fix: fix, accuracy: 4.5,
            reasons: [.refresh], distance: 12.34)
    }

    static var milepost: Milepost {
        var milepost = Milepost(fix: fix())
        milepost.address = Address(label: "Seoul <b>\"Station\"</b>", provider: "nominatim")
        return milepost
    }

    static var answer: Answer { Answer(fix: fix(), milepost: milepost) }

    static var status: Status {
        var status = Status(
            version: "1.0", mode: .tracking, receiver: Receiver(.fix), since: time)
        status.fix = Status.LastFix(fix(), age: 3, isStale: false)
        return status
    }

    /// The JSON of `fix()` by the table of the output format; distances are given to 0.1 m.
    static let fixJSON = """
        {"accuracy":4.5,"device":"/dev/ttyUSB0","distance":12.3,"lat":37.5547,"lon":126.9706,\
        "mode":3,"reasons":["refresh"],"sats":9,"seq":7,"source":"gpsd","speed":0.5,\
        "time":"2026-05-04T03:02:01.000Z","type":"fix"}
        """

    /// The same with its age, three seconds, among its keys.
    static let lastFixJSON = """
        {"accuracy":4.5,"age_s":3,"device":"/dev/ttyUSB0","distance":12.3,"lat":37.5547,\
        "lon":126.9706,"mode":3,"reasons":["refresh"],"sats":9,"seq":7,"source":"gpsd",\
        "speed":0.5,"stale":false,"time":"2026-05-04T03:02:01.000Z","type":"fix"}
        """

    static let answerJSON = """
        {"fix":\(fixJSON),"milepost":{"address":{"label":"Seoul <b>\\"Station\\"</b>",\
        "provider":"nominatim"},"changed":[],"lat":37.5547,"lon":126.9706,"seq":7,\
        "time":"2026-05-04T03:02:01.000Z","type":"milepost"}}
        """
}
