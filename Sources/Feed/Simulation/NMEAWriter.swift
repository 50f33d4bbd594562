package import Domain

/// Writes fixes as a receiver speaks: NMEA 0183 sentences RMC, GGA and GSA for each, lines ended by CR-LF.
package enum NMEAWriter {
    /// gpsd multiplies HDOP by this to get its error in metres (H_UERE_NO_DGPS in gpsd's libgps_core).
    static let uere = 15.0

    /// The sentences of one report.
    package static func sentences(of fix: Fix) -> String {
        let time = fix.time.map { CivilTime($0, offset: 0) }
        let clock = time.map { digits($0.hour) + digits($0.minute) + digits($0.second) + ".00" }
        let date = time.map { digits($0.day) + digits($0.month) + digits($0.year % 100) }
        let place = fix.mode.rawValue >= 2 ? fix.coordinate : nil
        let latitude = place.map { degrees($0.latitude, width: 2, "N", "S") } ?? ","
        let longitude = place.map { degrees($0.longitude, width: 3, "E", "W") } ?? ","
        let knots = fix.speed.map { fixed($0 * 3600 / 1852, 2) } ?? ""
        let hdop = fix.accuracy.map { fixed($0 / uere, 1) } ?? ""
        let satellites = place == nil ? 0 : fix.satellites ?? 8
        let used = (1...12).map { $0 <= satellites ? digits($0 * 2) : "" }.joined(separator: ",")
        let mode = place == nil ? 1 : fix.mode.rawValue
        let height = mode < 3 ? nil : fix.altitude.map { fixed($0, 1) }
        let altitude = height.map { $0 + ",M" } ?? ","
        return [
            "GPRMC,\(clock ?? ""),\(place == nil ? "V" : "A"),\(latitude),\(longitude),\(knots),"
                + "\(fix.course.map { fixed($0, 1) } ?? ""),\(date ?? ""),,,\(place == nil ? "N" : "A")",
            "GPGGA,\(clock ?? ""),\(latitude),\(longitude),\(place == nil ? 0 : 1),"
                + "\(digits(satellites)),\(hdop),\(altitude),0.0,M,,",
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
        return digits(units / 6_000_000, width) + digits(minutes / 100_000) + "."
            + digits(minutes % 100_000, 5) + "," + (value < 0 ? negative : positive)
    }

    private static func digits(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static func fixed(_ value: Double, _ places: Int) -> String {
        let scale = places == 1 ? 10 : 100
        let units = Int((abs(value) * Double(scale)).rounded())
        return (value < 0 && units > 0 ? "-" : "") + "\(units / scale)."
            + digits(units % scale, places)
    }
}
