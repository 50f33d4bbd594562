package import Domain
import Glibc

/// The picture of `milepost tune`: for each choice of settings the track with its mileposts, all to one scale, as SVG.
package struct TuningDrawing: Sendable {
    private let renderer: TextRenderer

    /// Pixels of a panel; it is lower where the map is.
    private static let width = 420.0
    private static let height = 360.0
    private static let margin = 16.0
    private static let caption = 44.0

    package init(_ renderer: TextRenderer) { self.renderer = renderer }

    /// One document; nil when no track has two places to draw a map of.
    package func svg(_ tunings: [Tuning]) -> String? {
        guard let map = Map(tunings, Self.width - 2 * Self.margin, Self.height - 2 * Self.margin)
        else { return nil }
        let columns = min(3, tunings.count)
        let rows = (tunings.count + columns - 1) / columns
        let height = map.height + 2 * Self.margin + Self.caption
        let size = (
            width: Self.width * Double(columns), height: height * Double(rows) + Self.caption
        )
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(short(size.width))" \
            height="\(short(size.height))" font-family="sans-serif" font-size="13" fill="#222">
            <rect width="100%" height="100%" fill="#fff"/>

            """
        for (index, tuning) in tunings.enumerated() {
            let x = Self.width * Double(index % columns)
            let y = height * Double(index / columns)
            text += "<g transform=\"translate(\(short(x)),\(short(y)))\">\n"
            text += panel(tuning, map)
            text += "</g>\n"
        }
        let bottom = size.height - Self.caption
        text += "<g transform=\"translate(\(short(Self.margin)),\(short(bottom)))\">\n"
        return text + legend(map) + "</g>\n</svg>\n"
    }

    private func panel(_ tuning: Tuning, _ map: Map) -> String {
        let row = Schema.Tuning(tuning)
        let counts = [
            "\(renderer.words.column(.accepted)) \(grouped(row.accepted))",
            "\(renderer.words.column(.requests)) \(grouped(row.requests.values.reduce(0, +)))",
            "\(renderer.words.column(.longestStretch)) \(renderer.measures.distance(row.longest_stretch_m))",
        ]
        return """
            <text x="\(short(Self.margin))" y="20" font-weight="bold">\(XML.escaped(tuning.name))</text>
            <text x="\(short(Self.margin))" y="37">\(XML.escaped(counts.joined(separator: " · ")))</text>
            <g transform="translate(\(short(Self.margin)),\(short(Self.caption)))">
            <path d="\(path(tuning.track, map))" fill="none" stroke="#999" stroke-width="1.5"/>
            \(marks(tuning.mileposts, map))</g>

            """
    }

    /// A new piece for each segment; what falls on one place is drawn once.
    private func path(_ track: [TrackPoint], _ map: Map) -> String {
        var text = ""
        var last: Map.Spot?
        for point in track {
            let spot = map.spot(point.coordinate)
            if spot == last, !point.startsSegment { continue }
            last = spot
            text += "\(point.startsSegment ? "M" : "L")\(short(spot.x)) \(short(spot.y))"
        }
        return text
    }

    /// One where several would hide each other.
    private func marks(_ mileposts: [AcceptedFix], _ map: Map) -> String {
        var drawn: Set<Map.Spot> = []
        return mileposts.reduce(into: "") { text, fix in
            let spot = map.spot(fix.coordinate)
            let place = Map.Spot(x: spot.x.rounded(), y: spot.y.rounded())
            guard drawn.insert(place).inserted else { return }
            text += mark(fix, at: spot)
        }
    }

    private func mark(_ fix: AcceptedFix, at spot: Map.Spot) -> String {
        let kind = Kind(fix.reasons)
        let why = fix.reasons.map { renderer.words.reason($0) }.joined(separator: ", ")
        return "\(kind.shape(at: spot))<title>\(fix.time.rfc3339) \(XML.escaped(why))</title>"
            + "</\(kind.element)>\n"
    }

    private func legend(_ map: Map) -> String {
        let (metres, width) = map.scale
        var text = """
            <path d="M0 12v6h\(short(width))v-6" fill="none" stroke="#222"/>
            <text x="\(short(width + 8))" y="18">\(XML.escaped(renderer.measures.distance(metres)))</text>

            """
        var x = width + 110
        for kind in Kind.allCases {
            text += kind.shape(at: Map.Spot(x: x, y: 14)) + "</\(kind.element)>"
            let words = kind.reasons.map { renderer.words.reason($0) }.joined(separator: ", ")
            text += "<text x=\"\(short(x + 10))\" y=\"18\">\(XML.escaped(words))</text>\n"
            x += 24 + 8 * Double(words.columns)
        }
        return text
    }

    private func short(_ value: Double) -> String { decimal(value, places: 1) }
}

/// What a mark stands for: round where something moved on, square where something stayed.
private enum Kind: CaseIterable {
    case moved, stayed, other

    init(_ reasons: [AcceptedFix.Reason]) {
        self = Self.allCases.first { !$0.reasons.filter(reasons.contains).isEmpty } ?? .other
    }

    var reasons: [AcceptedFix.Reason] {
        switch self {
        case .moved: [.distance]
        case .stayed: [.stopped, .lost]
        case .other: [.first, .heartbeat]
        }
    }

    var element: String { self == .stayed ? "rect" : "circle" }

    /// Open, for a title to be put into it.
    func shape(at spot: Map.Spot) -> String {
        let (x, y) = (decimal(spot.x, places: 1), decimal(spot.y, places: 1))
        switch self {
        case .moved: return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"3\" fill=\"#1664a7\">"
        case .stayed:
            let (left, top) = (decimal(spot.x - 4, places: 1), decimal(spot.y - 4, places: 1))
            return "<rect x=\"\(left)\" y=\"\(top)\" width=\"8\" height=\"8\" fill=\"#c22b2b\">"
        case .other:
            return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"4\" fill=\"#fff\" stroke=\"#222\">"
        }
    }
}

/// Where a place lies in a panel: east to the right, north up, one scale for both.
private struct Map {
    struct Spot: Hashable {
        var x: Double
        var y: Double
    }

    private static let metresPerDegree = Coordinate.earthRadius * .pi / 180

    private let origin: Coordinate
    private let parallel: Double
    private var west = Double.infinity
    private var north = -Double.infinity
    private var pixelsPerMetre = 0.0
    /// Pixels from the northernmost to the southernmost place.
    private(set) var height = 0.0

    init?(_ tunings: [Tuning], _ width: Double, _ height: Double) {
        let places = tunings.flatMap { tuning in
            tuning.track.map(\.coordinate) + tuning.mileposts.map(\.coordinate)
        }
        guard let first = places.first else { return nil }
        origin = first
        parallel = cos(first.latitude * .pi / 180)
        var (east, south) = (-Double.infinity, Double.infinity)
        for place in places {
            let metres = metres(place)
            (west, east) = (min(west, metres.x), max(east, metres.x))
            (south, north) = (min(south, metres.y), max(north, metres.y))
        }
        let size = (width: east - west, height: north - south)
        guard size.width > 0 || size.height > 0 else { return nil }
        pixelsPerMetre = min(width / size.width, height / size.height)
        self.height = size.height * pixelsPerMetre
    }

    /// To a tenth of a pixel.
    func spot(_ place: Coordinate) -> Spot {
        let metres = metres(place)
        return Spot(
            x: ((metres.x - west) * pixelsPerMetre * 10).rounded() / 10,
            y: ((north - metres.y) * pixelsPerMetre * 10).rounded() / 10)
    }

    /// A round number of metres and its pixels, at most a hundred.
    var scale: (metres: Double, width: Double) {
        let most = 100 / pixelsPerMetre
        let power = pow(10, floor(log10(most)))
        let metres = [5.0, 2, 1].first { $0 * power <= most }.map { $0 * power } ?? power
        return (metres, metres * pixelsPerMetre)
    }

    /// From the first place, the short way around the Earth.
    private func metres(_ place: Coordinate) -> Spot {
        let degrees = place.longitude - origin.longitude
        let east = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
        return Spot(
            x: east * parallel * Self.metresPerDegree,
            y: (place.latitude - origin.latitude) * Self.metresPerDegree)
    }
}
