import Domain

/// Metrics in the text format of Prometheus, 0.0.4; each name once, its help and type before its values.
struct MetricsText {
    enum Kind: String { case counter, gauge }

    /// One value, told from the others of its name by labels.
    struct Sample {
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    private(set) var text = ""

    /// Nothing at all when there is no value: what is not known is absent, and never 0.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
            text += " \(Self.number(sample.value))\n"
        }
    }

    /// The same for one value without a label; nil is not known.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        add(name, kind, help, [value].compactMap { $0 }.map { Sample(value: $0) })
    }

    /// One value for each of `names`, told apart by `label`: 1 for the one that holds, 0 for the others.
    mutating func add(
        _ name: String, _ help: String, label: String, _ names: [String], holds: String
    ) {
        add(
            name, .gauge, help,
            names.map { Sample(labels: [(label, $0)], value: $0 == holds ? 1 : 0) })
    }

    /// A backslash, a quote and a line end mean something in the format; other controls have no place in it.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.printable {
            if character == "\\" || character == "\"" { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// Whole numbers without a fraction, as a person writes them.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
