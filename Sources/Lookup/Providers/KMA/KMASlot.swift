import Domain
import Glibc

/// The values of one hour, whichever of the short-term operations told them; nil for what is missing.
struct KMASlot {
    let time: Timestamp
    /// Degrees Celsius, as are the day's, which stand in one of its hours.
    var temperature: Double?
    var dayMin: Double?
    var dayMax: Double?
    var humidity: Double?
    /// Codes as text, so that one that is not known is kept.
    var sky: String?
    var precipitation: String?
    var lightning: Double?
    /// Percent.
    var probability: Double?
    /// Millimetres of water.
    var rain: KMAAmount?
    /// Centimetres of new snow.
    var snow: KMAAmount?
    /// Metres per second.
    var windSpeed: Double?
    var windDirection: Double?

    init(time: Timestamp) { self.time = time }

    /// `values` by category; `isCoded` in the three-hourly part of the forecast, where some numbers are codes.
    init(time: Timestamp, _ values: [String: JSON], isCoded: Bool = false) {
        func number(_ categories: String...) -> Double? {
            categories.lazy.compactMap { values[$0]?.measured }.first
        }
        self.time = time
        temperature = number("T1H", "TMP")
        dayMin = number("TMN")
        dayMax = number("TMX")
        humidity = number("REH")
        sky = values["SKY"]?.category
        precipitation = values["PTY"]?.category
        lightning = number("LGT")
        probability = number("POP")
        let wind = Wind(east: number("UUU"), north: number("VVV"))
        // A code there, while its components stay metres per second.
        windSpeed = (isCoded ? nil : number("WSD")) ?? wind?.speed
        windDirection = number("VEC") ?? wind?.direction
        rain = (values["RN1"] ?? values["PCP"]).flatMap {
            isCoded ? KMAAmount($0, codes: KMAAmount.rainCodes) : KMAAmount($0)
        }
        snow = values["SNO"].flatMap {
            isCoded ? KMAAmount($0, codes: KMAAmount.snowCodes) : KMAAmount($0)
        }
    }

    /// With the values of `older` for what is missing here.
    func completed(by older: KMASlot) -> KMASlot {
        var slot = self
        slot.temperature = temperature ?? older.temperature
        slot.dayMin = dayMin ?? older.dayMin
        slot.dayMax = dayMax ?? older.dayMax
        slot.humidity = humidity ?? older.humidity
        slot.sky = sky ?? older.sky
        slot.precipitation = precipitation ?? older.precipitation
        slot.lightning = lightning ?? older.lightning
        slot.probability = probability ?? older.probability
        slot.rain = rain ?? older.rain
        slot.snow = snow ?? older.snow
        slot.windSpeed = windSpeed ?? older.windSpeed
        slot.windDirection = windDirection ?? older.windDirection
        return slot
    }
}

/// Wind by its components, towards the east and towards the north.
private struct Wind {
    let east: Double
    let north: Double

    init?(east: Double?, north: Double?) {
        guard let east, let north else { return nil }
        self.east = east
        self.north = north
    }

    /// To the tenth that the components are told to.
    var speed: Double { (hypot(east, north) * 10).rounded() / 10 }

    /// Where it comes from, as whole degrees; nil in a calm.
    var direction: Double? {
        guard east != 0 || north != 0 else { return nil }
        let degrees = (atan2(-east, -north) * 180 / .pi).rounded()
        return degrees < 0 ? degrees + 360 : degrees
    }
}

extension JSON {
    /// A number; nil from 900 and from −900 on, which is how a missing value is told.
    var measured: Double? { number.flatMap { abs($0) < 900 ? $0 : nil } }

    /// A code as text, `1` also when sent as a number or as `01`; nil when missing.
    fileprivate var category: String? {
        guard let number else { return text }
        return abs(number) < 900 ? integer.map(String.init) ?? text : nil
    }
}
