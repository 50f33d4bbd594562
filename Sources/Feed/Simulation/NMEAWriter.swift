package import Domain

/// Writes fixes as a receiver speaks: NMEA 0183 sentences RMC, GGA and GSA for each, lines ended by CR-LF.
package enum NMEAWriter {
    /// The sentences of one report.
    package static func sentences(of fix: Fix) -> String {
        let time = fix.time.map { CivilTime($0, offset: 0) }
        let clock = time.map {
            $0.hour.digits(2) + $0.minute.digits(2) + $0.second.digits(2) + ".00"
        }
        let date = time.map { $0.day.digits(2) + $0.month.digits(2) + ($0.year % 100).digits(2) }
        let place = fix.mode.rawValue >= 2 ? fix.coordinate : nil
        let latitude = place.map { degrees($0.latitude, width: 2, "N", "S") } ?? ","
        let longitude = place.map { degrees($0.longitude, width: 3, "E", "W") } ?? ","
        let knots = fix.speed.map { ($0 * 3600 / 1852).fixed(2) } ?? ""
        let hdop = fix.accuracy.map { ($0 / metresPerHDOP).fixed(1) } ?? ""
        let satellites = place == nil ? 0 : fix.satellites ?? 8
        let used = (1...12).map { $0 <= satellites ? ($0 * 2).digits(2) : "" }.joined(
            separator: ",")
        let mode = place == nil ? 1 : fix.mode.rawValue
        let height = mode < 3 ? nil : fix.altitude.map { $0.fixed(1) }
        let altitude = height.map { $0 + ",M" } ?? ","
        return [
            "GPRMC,\(clock ?? ""),\(place == nil ? "V" : "A"),\(latitude),\(longitude),\(knots),"
                + "\(fix.course.map { $0.fixed(1) } ?? ""),\(date ?? ""),,,\(place == nil ? "N" : "A")",
            "GPGGA,\(clock ?? ""),\(latitude),\(longitude),\(place == nil ? 0 : 1),"
                + "\(satellites.digits(2)),\(hdop),\(altitude),0.0,M,,",
            "GPGSA,A,\(mode),\(used),\(hdop),\(hdop),\(hdop)",
        ].map { "$\($0)*\(checksum($0))\r\n" }.joined()
    }

    /// The exclusive or of all characters, two hexadecimal digits.
    static func checksum(_ sentence: String) -> String {
        let sum = sentence.utf8.reduce(0 as UInt8, ^)
        let hex = String(sum, radix: 16, uppercase: true)
        return hex.count == 1 ? "0" + hex : hex
    }

    /// Degrees and minutes as NMEA joins them: 37.5547 → `3733.28200,N`.
    private static func degrees(
        _ value: Double, width: Int, _ positive: String, _ negative: String
    ) -> String {
        // In units of 0.00001 minutes, so that 59.999999 minutes never round up to 60.
        let units = Int((abs(value) * 6_000_000).rounded())
        let minutes = units % 6_000_000
        return (units / 6_000_000).digits(width) + (minutes / 100_000).digits(2) + "."
            + (minutes % 100_000).digits(5) + "," + (value < 0 ? negative : positive)
    }
}
