import Domain
import FoundationEssentials

/// The table that a log file has, with a row for each point of the track and each milepost.
struct ExportCSV: TrackEncoder {
    func begin(_ text: inout ExportText) { text.add(CSV.head) }

    func end(_ text: inout ExportText) {}

    func add(_ milepost: ExportedMilepost, _ text: inout ExportText) {
        guard let json = try? Schema.json(milepost.record), case .object(let members)? = JSON(json)
        else { return }
        text.add(CSV.row(members))
    }

    func add(_ point: TrackPoint, _ text: inout ExportText) { CSV.add(point, to: &text) }
}
