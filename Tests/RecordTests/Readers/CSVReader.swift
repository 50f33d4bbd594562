/// Reads RFC 4180 strictly: rows end in CR LF, a quote stands only around a field or doubled in one.
struct CSVReader {
    struct Fault: Error, Equatable { var row: Int }

    private(set) var rows: [[String]] = []

    init(_ text: String) throws {
        var row: [String] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            var field = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest.removeFirst()
                while let scalar = rest.popFirst() {
                    if scalar != "\"" {
                        field.append(scalar)
                    } else if rest.first == "\"" {
                        field.append(rest.removeFirst())
                    } else {
                        break
                    }
                }
            } else {
                while let scalar = rest.first, scalar != ",", scalar != "\r" {
                    guard scalar != "\"", scalar != "\n" else { throw Fault(row: rows.count) }
                    field.append(rest.removeFirst())
                }
            }
            row.append(String(field))
            guard let after = rest.popFirst() else { throw Fault(row: rows.count) }
            if after == "," { continue }
            guard after == "\r", rest.popFirst() == "\n" else { throw Fault(row: rows.count) }
            rows.append(row)
            row = []
        }
        guard row.isEmpty, rows.allSatisfy({ $0.count == rows[0].count }) else {
            throw Fault(row: rows.count)
        }
    }

    /// Each row after the first by the names that stand there.
    var records: [[String: String]] {
        rows.dropFirst().map { row in
            Dictionary(uniqueKeysWithValues: zip(rows[0], row).filter { !$0.1.isEmpty })
        }
    }
}
