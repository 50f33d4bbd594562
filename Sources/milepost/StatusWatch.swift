import Domain

/// What is shown of one status after the other; a value that knows neither the clock nor the daemon.
struct StatusWatch {
    /// Where the statuses go.
    enum Form {
        /// A terminal, which is drawn anew each time, as the ages go on.
        case screen
        /// Text in which one follows the other.
        case text
        /// One object a line.
        case json
    }

    let form: Form
    private var last: Schema.Status?

    init(form: Form) { self.form = form }

    /// What to write for `status`, shown as text by `render`; nil when there is nothing new to say.
    mutating func next(
        _ status: Schema.Status, render: (Schema.Status) -> String
    ) throws -> String? {
        let known = last
        last = status.withoutAges
        switch form {
        case .screen: return Self.drawn(render(status))
        case .text:
            guard last != known else { return nil }
            return (known == nil ? "" : "\n") + render(status)
        case .json:
            guard last != known else { return nil }
            return String(decoding: try Schema.json(status), as: UTF8.self) + "\n"
        }
    }

    /// From the upper left corner, over what is there: a screen that is cleared first would flicker.
    private static func drawn(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return "\u{1B}[H" + lines.joined(separator: "\u{1B}[K\n") + "\u{1B}[J"
    }
}

extension Schema.Status {
    /// What is left is news when it differs.
    fileprivate var withoutAges: Schema.Status {
        var status = self
        status.fix?.age_s = 0
        status.counters.wall_s = 0
        return status
    }
}
