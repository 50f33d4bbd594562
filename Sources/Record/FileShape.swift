import Domain

/// What stands in a file beside its records: before the first one, between two, and after the last.
///
/// Every record is one or more lines that end in a line end, and what closes a document has none. So whatever was cut
/// off in the middle of a write, all up to the last line end are whole records, and what follows is to be replaced by
/// what closes the document.
enum FileShape: Sendable {
    /// Records and nothing else.
    case lines(TornLine)
    case csv, gpx, geojson

    init(_ format: Format) {
        self =
            switch format {
            case .text: .lines(.text)
            case .jsonl: .lines(.json)
            case .csv: .csv
            case .gpx: .gpx
            case .geojson: .geojson
            }
    }

    /// The beginning of every file.
    var head: [UInt8] {
        switch self {
        case .lines: []
        case .csv: Array(CSV.head.utf8)
        case .gpx: Array(GPX.head.utf8)
        case .geojson: Array(GeoJSON.head.utf8)
        }
    }

    /// `line` as it stands after `last`, the line before it in the file; nil for the head.
    func join(_ line: ArraySlice<UInt8>, after last: [UInt8]?) -> [UInt8] {
        switch self {
        case .lines, .csv: Array(line)
        case .gpx: GPX.join(line, after: last)
        case .geojson: GeoJSON.join(line, after: last)
        }
    }

    /// What closes a file whose last line is `last`; nil when that is the head.
    func tail(after last: [UInt8]?) -> [UInt8] {
        switch self {
        case .lines, .csv: []
        case .gpx: GPX.tail(after: last)
        case .geojson: Array(GeoJSON.tail.utf8)
        }
    }

    /// Whether `line`, without its end, closes a document; no record looks like that.
    func isTail(_ line: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .lines, .csv: false
        case .gpx: line.suffix(6).elementsEqual("</gpx>".utf8)
        case .geojson: line.elementsEqual(GeoJSON.tail.utf8)
        }
    }

    /// Whether `line` closes a document, perhaps with something behind that.
    func holdsTail(_ line: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .lines, .csv: false
        case .gpx: line.firstRange(of: Array("</gpx>".utf8)) != nil
        case .geojson: line.starts(with: GeoJSON.tail.utf8)
        }
    }

    /// Whether each record is written over what closed the document before it.
    var hasTail: Bool {
        switch self {
        case .lines, .csv: false
        case .gpx, .geojson: true
        }
    }
}
