package import Domain

/// Turns events into the bytes of one record each.
package struct RecordEncoder: Sendable {
    package let format: Format
    package let renderer: TextRenderer
    /// Passes `rejected` and `superseded` on.
    package let explain: Bool

    package init(format: Format, renderer: TextRenderer, explain: Bool = false) {
        self.format = format
        self.renderer = renderer
        self.explain = explain
    }

    /// The record with its line end; nil for an event that the format has not or that is only told with `explain`.
    package func encode(_ event: Event) -> [UInt8]? {
        switch event {
        case .rejected, .superseded: if !explain { return nil }
        case .track, .trackHead, .settled: return nil
        case .fix, .milepost, .state, .summary: break
        }
        switch format {
        case .text: return Array(renderer.render(event).utf8)
        case .jsonl:
            let record = try? Schema.record(event)
            return record.map { [UInt8]($0.json) + [UInt8(ascii: "\n")] }
        case .csv: return CSV.row(event)
        case .gpx: return GPX.element(event)
        case .geojson: return GeoJSON.feature(event)
        }
    }

    /// A point of the track, whose segment came from `previous`; nil when the format has no track.
    package func encode(_ point: TrackPoint, after previous: TrackPoint?) -> [UInt8]? {
        switch format {
        case .text, .jsonl: nil
        case .csv: CSV.row(point)
        case .gpx: GPX.point(point)
        case .geojson: GeoJSON.feature(point, after: previous)
        }
    }
}
