import Domain

/// What Home Assistant's MQTT discovery is told (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery): a
/// device tracker, and a sensor for each thing that a dashboard shows.
enum HomeAssistant {
    /// One entity, by the keys of its documentation.
    struct Entity: Codable, Hashable {
        struct Device: Codable, Hashable {
            let identifiers: [String]
            let name: String
            let manufacturer: String
            let model: String
            let sw_version: String
        }

        struct Origin: Codable, Hashable {
            let name: String
            let sw_version: String
        }

        let name: String
        let unique_id: String
        let device: Device
        let origin: Origin
        let availability_topic: String
        let availability_template: String
        var json_attributes_topic: String?
        var source_type: String?
        var state_topic: String?
        var value_template: String?
        var device_class: String?
        var unit_of_measurement: String?
        var state_class: String?
        var options: [String]?
        var entity_category: String?
    }

    /// A value of `Snapshot`, or of the state, and what it is.
    private struct Sensor {
        let key: String
        let name: String
        var deviceClass: String?
        var unit: String?
        var options: [String]?
        var isDiagnostic = false
        /// Told with the state, not with here and now.
        var isOfState = false
    }

    private static let sensors = [
        Sensor(key: "address", name: "Address"),
        Sensor(
            key: "condition", name: "Weather", deviceClass: "enum",
            options: Condition.Kind.allCases.map(\.rawValue)),
        Sensor(key: "temperature", name: "Temperature", deviceClass: "temperature", unit: "°C"),
        Sensor(key: "humidity", name: "Humidity", deviceClass: "humidity", unit: "%"),
        Sensor(key: "pressure", name: "Pressure", deviceClass: "atmospheric_pressure", unit: "hPa"),
        Sensor(key: "wind_speed", name: "Wind", deviceClass: "wind_speed", unit: "m/s"),
        Sensor(key: "speed", name: "Speed", deviceClass: "speed", unit: "m/s"),
        Sensor(key: "altitude", name: "Altitude", deviceClass: "distance", unit: "m"),
        Sensor(
            key: "gps_accuracy", name: "Accuracy", deviceClass: "distance", unit: "m",
            isDiagnostic: true),
        Sensor(key: "time", name: "Last fix", deviceClass: "timestamp", isDiagnostic: true),
        Sensor(
            key: "mode", name: "Mode", deviceClass: "enum",
            options: Mode.allCases.map(\.rawValue), isDiagnostic: true, isOfState: true),
        Sensor(
            key: "receiver", name: "Receiver", deviceClass: "enum",
            options: ReceiverState.allCases.map(\.rawValue), isDiagnostic: true,
            isOfState: true),
    ]

    /// Topics and what is told there, below `prefix`.
    static func entities(
        prefix: String, _ speaker: Speaker, _ topics: Topics
    ) -> [(topic: String, entity: Entity)] {
        // Topics of discovery take letters, digits, _ and - only.
        let node = String(
            speaker.clientID.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        func entity(_ key: String, _ name: String) -> Entity {
            Entity(
                name: name, unique_id: "\(speaker.clientID)-\(key)",
                device: .init(
                    identifiers: [speaker.clientID], name: speaker.device,
                    manufacturer: "Milepost", model: "GPS log", sw_version: speaker.version),
                origin: .init(name: "Milepost", sw_version: speaker.version),
                availability_topic: topics.status,
                availability_template: "{{ value_json.status }}")
        }
        var tracker = entity("position", "Position")
        tracker.json_attributes_topic = topics.now
        tracker.source_type = "gps"
        return [("\(prefix)/device_tracker/\(node)/position/config", tracker)]
            + sensors.map { sensor in
                var entity = entity(sensor.key, sensor.name)
                entity.state_topic = sensor.isOfState ? topics.state : topics.now
                // "None" is what it takes for a value that is not known.
                entity.value_template = "{{ value_json.\(sensor.key) | default(none) }}"
                entity.device_class = sensor.deviceClass
                entity.unit_of_measurement = sensor.unit
                entity.state_class = sensor.unit == nil ? nil : "measurement"
                entity.options = sensor.options
                entity.entity_category = sensor.isDiagnostic ? "diagnostic" : nil
                return ("\(prefix)/sensor/\(node)/\(sensor.key)/config", entity)
            }
    }
}
