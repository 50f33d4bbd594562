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

    /// One line with its line end; `class` comes first, by which libgps knows a report.
    package static func line(of fix: Fix) throws -> String {
        let report = TPV(
            device: fix.device, mode: fix.mode.rawValue, time: fix.time?.rfc3339,
            lat: fix.latitude?.rounded(to: 9), lon: fix.longitude?.rounded(to: 9),
            altMSL: fix.altitude, eph: fix.accuracy?.rounded(to: 2),
            speed: fix.speed?.rounded(to: 3), track: fix.course?.rounded(to: 1), climb: fix.climb)
        let keys = String(decoding: try Schema.json(report).dropFirst(), as: UTF8.self)
        return #"{"class":"TPV","# + keys + "\n"
    }
}

extension Double {
    /// As many decimals as gpsd writes.
    fileprivate func rounded(to places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
        return (self * scale).rounded() / scale
    }
}
