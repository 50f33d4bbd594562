import Domain
import Foundation
import Testing

@testable import Publish

// The keys are those of https://www.home-assistant.io/integrations/mqtt/ and its pages on device_tracker and sensor.
@Suite("Discovery of Home Assistant")
struct HomeAssistantTests {
    private static let keys: Set<String> = [
        "name", "unique_id", "device", "origin", "availability_topic", "availability_template",
        "json_attributes_topic", "source_type", "state_topic", "value_template", "device_class",
        "unit_of_measurement", "state_class", "options", "entity_category",
    ]
    /// Device classes of a sensor with a unit that each of them takes, from its table of them.
    private static let units = [
        "temperature": "°C", "humidity": "%", "atmospheric_pressure": "hPa", "wind_speed": "m/s",
        "speed": "m/s", "distance": "m",
    ]

    private let entities: [(topic: String, entity: HomeAssistant.Entity)]
    private let objects: [String: [String: JSON]]
    private let topics: Topics

    init() {
        let settings = PublishSettings()
        let speaker = Speaker(settings, hostName: "pi", machine: ["m"], version: "1.2")
        topics = Topics(settings, speaker)
        entities = HomeAssistant.entities(prefix: "homeassistant", speaker, topics)
        objects = Dictionary(
            uniqueKeysWithValues: entities.map { ($0.topic, Samples.object(json($0.entity))) })
    }

    @Test("every entity has documented keys only, an id of its own and the one device")
    func keys() {
        #expect(objects.count == 13)
        for object in objects.values {
            #expect(Set(object.keys).isSubset(of: Self.keys))
            #expect(object["availability_topic"] == .string(topics.status))
        }
        #expect(Set(entities.map(\.entity.unique_id)).count == entities.count)
        #expect(Set(entities.map(\.entity.device)).count == 1)
        #expect(entities.first?.entity.device.identifiers.isEmpty == false)
    }

    @Test("the topics are prefix, component, node, object and config, of plain characters")
    func topic() throws {
        let pattern =
            /homeassistant\/(device_tracker|sensor)\/[a-zA-Z0-9_-]+\/[a-zA-Z0-9_-]+\/config/
        for topic in objects.keys { #expect(topic.wholeMatch(of: pattern) != nil) }
    }

    @Test("the tracker reads latitude, longitude and gps_accuracy from the attributes")
    func tracker() throws {
        let tracker = try #require(entities.first { $0.topic.contains("device_tracker") })
        #expect(tracker.entity.json_attributes_topic == topics.now)
        #expect(tracker.entity.source_type == "gps")
        var snapshot = Snapshot()
        snapshot.take(Samples.fix())
        let now = Samples.object(json(snapshot))
        #expect(now["latitude"] == .number(37.5547))
        #expect(now["longitude"] == .number(126.9706))
        #expect(now["gps_accuracy"] == .number(4.4))
    }

    @Test("each sensor reads a value that is told, in a unit that its class takes")
    func sensors() throws {
        var snapshot = Snapshot()
        snapshot.take(Samples.fix())
        snapshot.take(Samples.milepost())
        let known = Set(Mirror(reflecting: snapshot).children.compactMap(\.label))
        let change = StateChange(mode: .tracking, receiver: Receiver(.fix), since: Samples.time)
        let ofState = Set(Mirror(reflecting: Schema.State(change)).children.compactMap(\.label))
        for (topic, entity) in entities where topic.contains("/sensor/") {
            let template = try #require(entity.value_template)
            let match = template.wholeMatch(
                of: /\{\{ value_json\.(\w+) \| default\(none\) \}\}/)
            let key = try #require(match?.output.1)
            #expect(
                entity.state_topic == topics.now && known.contains(String(key))
                    || entity.state_topic == topics.state && ofState.contains(String(key)))
            #expect(entity.unit_of_measurement == entity.device_class.flatMap { Self.units[$0] })
            // Only numbers can be measurements, and only enum has options.
            #expect((entity.state_class == nil) == (entity.unit_of_measurement == nil))
            #expect((entity.options == nil) == (entity.device_class != "enum"))
        }
    }

    @Test("what an enum can be is among its options")
    func options() throws {
        for (topic, entity) in entities where entity.device_class == "enum" {
            let options = try #require(entity.options)
            let value =
                topic.contains("condition")
                ? "snow" : topic.contains("mode") ? "tracking" : "waiting-for-gpsd"
            #expect(options.contains(value))
        }
    }
}
