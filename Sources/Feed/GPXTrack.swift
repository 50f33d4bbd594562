import Domain

/// Turns the elements of GPX 1.0 and 1.1 into fixes: track points with place, height and time, and speed,
/// course, `hdop`, `sat` and `fix` where they are given, by the core or by an extension.
final class GPXTrack {
    var points: [Fix] = []
    private(set) var root: String?
    /// Elements that are open.
    private(set) var depth = 0

    /// Whether the points of routes count too, as for a drive along them.
    private let withRoutes: Bool
    private var point: Fix?
    private var text: String?

    /// What is read, by local name.
    private enum Element: String, CaseIterable {
        case trkpt, rtept, ele, time, speed, course, hdop, sat, fix

        // `init(rawValue:)` compares with one name after the other, which takes longer than reading the XML.
        private static let byName = Dictionary(
            uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

        static func named(_ name: String) -> Element? { byName[name] }
    }

    init(withRoutes: Bool) { self.withRoutes = withRoutes }

    private func isPoint(_ element: Element?) -> Bool {
        element == .trkpt || (withRoutes && element == .rtept)
    }

    func begin(_ name: String, attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        depth += 1
        if root == nil { root = String(name.prefix(80)) }
        let element = Element.named(name)
        if isPoint(element) {
            point = Fix(source: .recording, mode: .twoD)
            readAttributes(attributes)
        } else if point != nil {
            text = element == nil ? nil : ""
        }
    }

    /// Expat gives text in pieces.
    func read(_ piece: String) {
        // No value is longer; a comment of megabytes in its place is not kept.
        if let text, text.utf8.count < 128 { self.text = text + piece }
    }

    func end(_ name: String) {
        depth -= 1
        let element = Element.named(name)
        if isPoint(element), var point {
            if point.mode == .twoD { point.altitude = nil }
            points.append(point)
            self.point = nil
        } else if let text, let element, point != nil {
            take(text.trimmed, as: element)
        }
        text = nil
    }

    private func readAttributes(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard var list else { return }
        while let name = list[0], let value = list[1] {
            switch String(cString: name) {
            case "lat": point?.latitude = finite(String(cString: value))
            case "lon": point?.longitude = finite(String(cString: value))
            default: break
            }
            list += 2
        }
    }

    private func take(_ value: String, as element: Element) {
        switch element {
        case .ele:
            point?.altitude = finite(value)
            if point?.altitude != nil, point?.mode == .twoD { point?.mode = .threeD }
        case .time: point?.time = Timestamp(rfc3339: value)
        case .speed: point?.speed = finite(value).flatMap { unsigned($0, upTo: fastest) }
        case .course: point?.course = finite(value).flatMap { unsigned($0, upTo: 360) }
        case .hdop:
            point?.accuracy = horizontalError(eph: 0, epx: 0, epy: 0, hdop: finite(value))
        case .sat: point?.satellites = Int(value)
        case .fix: point?.mode = value == "none" ? .noFix : value == "2d" ? .twoD : .threeD
        case .trkpt, .rtept: break
        }
    }
}

private func finite(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
}
