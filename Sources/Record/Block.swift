/// How a line stands out on a terminal that shows colour.
enum Style: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case warning = "33"
    case alarm = "1;31"
}

/// Lines of text in three columns: a mark such as `#12`, a label, and what there is to say.
struct Block {
    private let gutter: Int
    private let labelWidth: Int
    private let width: Int
    private let colour: Bool
    private var lines: [String] = []

    /// Widths in columns; `width` is where a list of items is broken.
    init(gutter: Int, labelWidth: Int, width: Int, colour: Bool) {
        self.gutter = gutter
        self.labelWidth = labelWidth
        self.width = width
        self.colour = colour
    }

    /// Columns left for what there is to say beside a label.
    var room: Int { max(20, width - gutter - labelWidth) }

    /// A line without a label.
    mutating func add(mark: String = "", _ text: String, _ style: Style = .plain) {
        append(mark: mark, label: nil, text, style)
    }

    /// Lines beside a label, which stands at the first of them only.
    mutating func add(
        mark: String = "", label: String, _ texts: [String], _ style: Style = .plain
    ) {
        for (index, text) in texts.enumerated() {
            append(mark: index == 0 ? mark : "", label: index == 0 ? label : "", text, style)
        }
    }

    /// Items side by side, broken into lines between two of them where they do not fit.
    func wrapped(_ items: [String], labelled: Bool = true) -> [String] {
        let room = labelled ? room : max(20, width - gutter)
        var lines: [String] = []
        for item in items where !item.isEmpty {
            guard let last = lines.last else {
                lines.append(item)
                continue
            }
            let joined = last + " · " + item
            if joined.columns <= room {
                lines[lines.count - 1] = joined
            } else {
                lines.append(item)
            }
        }
        return lines
    }

    /// A sentence broken into lines between two words.
    func folded(_ sentence: String, labelled: Bool = true) -> [String] {
        let room = labelled ? room : max(20, width - gutter)
        return sentence.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, (last + " " + word).columns <= room {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }

    /// Whole lines, each with its end.
    var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func append(mark: String, label: String?, _ text: String, _ style: Style) {
        // A space always follows the mark, however long the number has grown.
        let mark = mark.isEmpty ? "" : mark + " "
        let left = paint(mark.padded(to: gutter), .bold, blank: mark.isEmpty)
        let name = label.map { paint($0.padded(to: labelWidth), .dim, blank: $0.isEmpty) } ?? ""
        let line = left + name + paint(text, style, blank: text.isEmpty)
        lines.append(colour ? line : line.trimmingTrailingSpaces)
    }

    private func paint(_ text: String, _ style: Style, blank: Bool) -> String {
        guard colour, style != .plain, !blank else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
