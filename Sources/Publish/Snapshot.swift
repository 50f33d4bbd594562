import Domain

/// All that is known of here and now in one flat object, for a dashboard; the place by the names that Home Assistant
/// reads (https://www.home-assistant.io/integrations/device_tracker.mqtt/). m, m/s, °C, %, hPa.
struct Snapshot: Codable, Hashable {
    private(set) var time: String?
    private(set) var latitude: Double?
    private(set) var longitude: Double?
    private(set) var gps_accuracy: Double?
    private(set) var altitude: Double?
    private(set) var speed: Double?
    private(set) var course: Double?
    private(set) var source: String?
    private(set) var address: String?
    private(set) var condition: String?
    private(set) var temperature: Double?
    private(set) var humidity: Double?
    private(set) var pressure: Double?
    private(set) var wind_speed: Double?
    private(set) var observed_at: String?

    /// What was found at the place before is kept until something is found here.
    mutating func take(_ fix: AcceptedFix) {
        time = fix.time.rfc3339
        (latitude, longitude) = (fix.coordinate.latitude, fix.coordinate.longitude)
        gps_accuracy = fix.accuracy
        altitude = fix.fix.altitude
        speed = fix.fix.speed
        course = fix.fix.course
        source = fix.fix.source.rawValue
    }

    /// What the newest lookups found; what they did not is not known here.
    mutating func take(_ milepost: Milepost) {
        address = milepost.address?.label
        let weather = milepost.weather
        condition = weather?.condition?.kind.rawValue
        temperature = weather?.temperature
        humidity = weather?.humidity
        pressure = weather?.pressure
        wind_speed = weather?.windSpeed
        observed_at = weather?.observedAt?.rfc3339
    }
}
