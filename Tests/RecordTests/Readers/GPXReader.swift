import CExpat
import Foundation
import Testing

/// Reads GPX as the 1.1 schema has it: any element out of its place, and any value out of its range, is a fault.
final class GPXReader {
    struct Element: Equatable {
        var name: String
        var attributes: [String: String]
        /// Names of the elements around it.
        var path: [String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private(set) var faults: [String] = []
    private var open: [(name: String, index: Int, latest: Int)] = []

    private static let gpx = "http://www.topografix.com/GPX/1/1|"
    private static let ours = "urn:milepost:gpx:1|"
    /// The children that we write, in the order of the schema, and whether there may be several.
    private static let children: [String: [(name: String, several: Bool)]] = [
        "": [("gpx", false)], "gpx": [("trk", true)],
        "trk": [("extensions", false), ("trkseg", true)], "trkseg": [("trkpt", true)],
        "trkpt": [("ele", false), ("time", false), ("extensions", false)],
    ]

    init(_ bytes: Data) {
        guard let parser = XML_ParserCreateNS(nil, 0x7C) else { return }
        defer { XML_ParserFree(parser) }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, list in
                var attributes: [String: String] = [:]
                var index = 0
                while let key = list?[index], let value = list?[index + 1] {
                    attributes[String(cString: key)] = String(cString: value)
                    index += 2
                }
                GPXReader.behind(context)?.begin(name.map { String(cString: $0) } ?? "", attributes)
            },
            { context, _ in GPXReader.behind(context)?.end() })
        XML_SetCharacterDataHandler(parser) { context, text, count in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            GPXReader.behind(context)?.read(String(decoding: bytes, as: UTF8.self))
        }
        let status = bytes.withUnsafeBytes {
            XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
        }
        if status != XML_STATUS_OK { faults.append("not well-formed") }
    }

    private static func behind(_ context: UnsafeMutableRawPointer?) -> GPXReader? {
        context.map { Unmanaged<GPXReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(_ fullName: String, _ attributes: [String: String]) {
        let path = open.map(\.name)
        let isOurs = fullName.hasPrefix(Self.ours)
        let name = String(fullName.dropFirst((isOurs ? Self.ours : Self.gpx).count))
        if isOurs {
            if !path.contains("extensions") { faults.append("\(name) outside extensions") }
        } else if !fullName.hasPrefix(Self.gpx) {
            faults.append("foreign \(fullName)")
        } else {
            check(name, in: path.last ?? "", attributes)
        }
        open.append((name, elements.count, -1))
        elements.append(Element(name: name, attributes: attributes, path: path))
    }

    private func check(_ name: String, in parent: String, _ attributes: [String: String]) {
        let places = Self.children[parent] ?? []
        guard let place = places.firstIndex(where: { $0.name == name }) else {
            faults.append("\(name) in \(parent)")
            return
        }
        if let latest = open.last?.latest {
            if place < latest || place == latest && !places[place].several {
                faults.append("\(name) out of order in \(parent)")
            }
            open[open.count - 1].latest = place
        }
        if name == "trkpt" {
            let latitude = attributes["lat"].flatMap(Self.decimal) ?? .nan
            let longitude = attributes["lon"].flatMap(Self.decimal) ?? .nan
            if !(-90...90 ~= latitude) { faults.append("lat \(attributes["lat"] ?? "")") }
            if !(-180..<180 ~= longitude) { faults.append("lon \(attributes["lon"] ?? "")") }
        }
    }

    /// `xsd:decimal`: no exponent.
    private static func decimal(_ text: String) -> Double? {
        text.allSatisfy { "-.0123456789".contains($0) } ? Double(text) : nil
    }

    private func read(_ text: String) {
        guard let last = open.last else { return }
        elements[last.index].text += text
    }

    private func end() {
        guard let last = open.popLast() else { return }
        let element = elements[last.index]
        if element.name == "ele", Self.decimal(element.text) == nil {
            faults.append("ele \(element.text)")
        }
        let isBlank = element.text.allSatisfy(\.isWhitespace)
        if Self.children[element.name] != nil, !isBlank { faults.append("text in \(element.name)") }
    }
}
