package import Domain
import FoundationEssentials

/// Writes fixes as gpsd's own JSON reports, a TPV a line.
package enum ReportWriter {
    /// The line that begins every recording, as gpsd greets its clients.
    package static let greeting =
        #"{"class":"VERSION","release":"simulated","rev":"simulated","proto_major":3,"proto_minor":15}"#
        + "\n"

    /// A TPV in the names of gpsd's protocol, by key; what is unknown is absent.
    private struct TPV: Encodable {
        var `class` = "TPV"
        var device: String?
        var mode: Int
        var time: String?
        var lat: Double?
        var lon: Double?
        var altMSL: Double?
        var eph: Double?
        var speed: Double?
        var track: Double?
        var climb: Double?
    }

    /// One line with its line end.
    package static func line(of fix: Fix) throws -> String {
        let report = TPV(
            device: fix.device, mode: fix.mode.rawValue, time: fix.time?.rfc3339,
            lat: fix.latitude, lon: fix.longitude, altMSL: fix.altitude, eph: fix.accuracy,
            speed: fix.speed, track: fix.course, climb: fix.climb)
        return String(decoding: try Schema.json(report), as: UTF8.self) + "\n"
    }
}
