internal import CGPS
import Domain
import Glibc

/// The horizontal error that gpsd itself reckons with for each unit of HDOP, metres at 95 %.
///
/// `H_UERE_NO_DGPS` in gpsd's `libgpsd_core.c`, 3.22 to 3.25.
let metresPerHDOP = 15.0

/// No civil receiver reports more: above 1,000 knots the export rule (CoCom) makes it stop.
///
/// Sentinels for "no data" lie above it: 655.35 m/s is 65,535 hundredths, 526.3 m/s is 1,023 knots.
let fastest = 515.0

extension Fix {
    /// Takes over what libgps read; what was not told, or cannot be, stays nil.
    mutating func read(
        from data: UnsafePointer<gps_data_t>, line: UnsafePointer<CChar>, sky: SkyMemory.Receiver
    ) {
        if data.pointee.fix.time.tv_sec > 0 {
            time = Timestamp(
                milliseconds: Int64(data.pointee.fix.time.tv_sec) * 1000
                    + (Int64(data.pointee.fix.time.tv_nsec) + 500_000) / 1_000_000)
        }
        latitude = written(data.pointee.fix.latitude, "\"lat\":", line)
        longitude = written(data.pointee.fix.longitude, "\"lon\":", line)
        accuracy = horizontalError(
            eph: data.pointee.fix.eph, epx: data.pointee.fix.epx, epy: data.pointee.fix.epy,
            hdop: sky.hdop)
        speed = unsigned(data.pointee.fix.speed, upTo: fastest)
        course = unsigned(data.pointee.fix.track, upTo: 360)
        satellites = sky.satellites
        // A flat fix has no height, whatever is left over in the report.
        guard mode == .threeD else { return }
        climb = magnitude(data.pointee.fix.climb, upTo: fastest)
        altitude = heightAboveSea(
            altMSL: data.pointee.fix.altMSL, alt: data.pointee.fix.altitude,
            altHAE: data.pointee.fix.altHAE)
    }
}

/// Libgps reads "-nan" and "-" as −0, so a zero counts only when a digit stands there.
private func written(
    _ value: Double, _ key: StaticString, _ line: UnsafePointer<CChar>
) -> Double? {
    guard value.isFinite else { return nil }
    guard value == 0 else { return value }
    let name = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let found = strstr(line, name) else { return nil }
    let text = found + key.utf8CodeUnitCount
    return isdigit(Int32(text[0] == 45 ? text[1] : text[0])) != 0 ? value : nil
}

/// Metres: `eph`, else from `epx` and `epy`, else from the dilution; 0 and less mean unknown.
func horizontalError(eph: Double, epx: Double, epy: Double, hdop: Double?) -> Double? {
    if eph > 0, eph.isFinite { return eph }
    if epx > 0, epy > 0 {
        let both = (epx * epx + epy * epy).squareRoot()
        if both.isFinite { return both }
    }
    guard let hdop, hdop > 0, hdop.isFinite else { return nil }
    return hdop * metresPerHDOP
}

/// `alt` is what gpsd before 3.20 called the height above the sea; it is not taken where it repeats the ellipsoid's.
private func heightAboveSea(altMSL: Double, alt: Double, altHAE: Double) -> Double? {
    if altMSL.isFinite { return altMSL }
    return alt.isFinite && alt != altHAE ? alt : nil
}

/// Nil outside 0…`limit`; −0 is libgps's reading of "-nan", and no speed or course.
func unsigned(_ value: Double, upTo limit: Double) -> Double? {
    value >= 0 && value <= limit && value.sign == .plus ? value : nil
}

private func magnitude(_ value: Double, upTo limit: Double) -> Double? {
    abs(value) <= limit ? value : nil
}
