/// How records are written.
package enum Format: String, Sendable, CaseIterable {
    case text, jsonl, csv, gpx, geojson

    /// A file with a head of its own, which holds the track beside the fixes and mileposts; the others are lines that go
    /// anywhere.
    package var isDocument: Bool {
        switch self {
        case .text, .jsonl: false
        case .csv, .gpx, .geojson: true
        }
    }
}
