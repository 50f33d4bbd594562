import Domain
import Foundation
import Record
import Testing

/// What a file holds, in its order: `fix 1`, `milepost 1`, `track 2026-05-04T03:02:01.000Z`.
///
/// Reads strictly; what no good reader would take fails the test.
func recordNames(_ format: Format, _ bytes: Data) throws -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    switch format {
    case .text: return try textNames(text)
    case .jsonl:
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map {
            try JSONDecoder().decode(Named.self, from: Data($0.utf8)).name
        }
    case .csv: return try CSVReader(text).records.map(Named.init).map(\.name)
    case .geojson:
        #expect(text.trimmingCharacters(in: [" "]).hasSuffix("}\n]}"))
        return try JSONDecoder().decode(FeatureCollection.self, from: bytes).features.map(
            \.properties.name)
    case .gpx:
        let reader = GPXReader(bytes)
        #expect(reader.faults == [], "\(text.suffix(400))")
        return reader.elements.compactMap { element -> String? in
            switch element.name {
            case "accepted": "fix \(element.attributes["seq"] ?? "")"
            case "milepost": "milepost \(element.attributes["seq"] ?? "")"
            case "time": "track \(element.text)"
            default: nil
            }
        }
    }
}

/// What tells one record from another.
private struct Named: Decodable {
    var type: String
    var seq: Int?
    var time: String

    init(_ row: [String: String]) {
        type = row["type"] ?? ""
        seq = row["seq"].flatMap(Int.init)
        time = row["time"] ?? ""
    }

    var name: String { "\(type) \(seq.map(String.init) ?? time)" }
}

private struct FeatureCollection: Decodable {
    struct Feature: Decodable {
        var type: String
        var properties: Named
    }
    var features: [Feature]
}

/// The first line of an event begins with `#` and its number.
private func textNames(_ text: String) throws -> [String] {
    text.split(separator: "\n").compactMap { line -> String? in
        line.first == "#" ? "event \(line.dropFirst().prefix { $0.isNumber })" : nil
    }
}
