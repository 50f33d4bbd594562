package import Domain

/// One line of the doctor: what was looked at, how it is, and what to do if it is not well. Never a place.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
    package var isWell: Bool
    package var subject: String
    package var text: String

    /// All is well with `subject`, or nothing can be done about it.
    package static func well(_ subject: String, _ text: String) -> Finding {
        Finding(isWell: true, subject: subject, text: text)
    }

    /// `text` ends with the remedy.
    package static func wrong(_ subject: String, _ text: String) -> Finding {
        Finding(isWell: false, subject: subject, text: text)
    }

    package var description: String {
        "\(isWell ? "ok   " : "wrong") \(subject): \(text.printable)"
    }
}

extension Schema.Finding {
    package init(_ finding: Finding) {
        self.init(subject: finding.subject, ok: finding.isWell, text: finding.text)
    }
}
