package import Domain

/// The formats that a track is exported in.
package enum TrackFormat: String, Sendable, CaseIterable {
    case gpx, geojson, kml, csv, jsonl

    /// The one that the end of a file's name tells, if any.
    package init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }

    /// Parts of a milepost that it has room for; reading a forecast for nothing takes a while.
    package var parts: [Part] { self == .jsonl ? Part.allCases : [.address, .weather] }

    /// Whether the mileposts stand before the track and not among its points.
    package var hasMilepostsFirst: Bool {
        switch self {
        case .gpx, .geojson, .kml: true
        case .csv, .jsonl: false
        }
    }

    /// Something that writes one file of it.
    package var encoder: any TrackEncoder {
        switch self {
        case .gpx: ExportGPX()
        case .geojson: ExportGeoJSON()
        case .kml: ExportKML()
        case .csv: ExportCSV()
        case .jsonl: ExportJSONL()
        }
    }
}

/// Writes one file of a format, piece by piece.
package protocol TrackEncoder {
    /// What comes before everything.
    mutating func begin(_ text: inout ExportText)
    mutating func add(_ milepost: ExportedMilepost, _ text: inout ExportText)
    mutating func add(_ point: TrackPoint, _ text: inout ExportText)
    /// What comes after everything.
    mutating func end(_ text: inout ExportText)
}

/// A milepost with what holds there, changed or not.
package struct ExportedMilepost: Sendable {
    package var record: Schema.Milepost
    package var time: Timestamp
    /// The address in one line.
    package var label: String?
    /// The weather in one line.
    package var weather: String?

    package init(
        record: Schema.Milepost, time: Timestamp, label: String? = nil, weather: String? = nil
    ) {
        self.record = record
        self.time = time
        self.label = label
        self.weather = weather
    }
}

extension TextRenderer {
    /// The weather in one line: what it is like and how warm.
    package func headline(_ weather: Schema.Weather) -> String? {
        lines(weather, block(gutter: 0)).first
    }
}
