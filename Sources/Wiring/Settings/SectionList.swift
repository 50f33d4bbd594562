import Domain

/// A list of sections of the settings, `[[log]]`, each read like the rest.
package struct SectionList<Section: Sendable>: Sendable {
    /// One key of such a section.
    package struct Field: Sendable {
        package let name: String
        package let type: SettingType
        /// What a number counts: "m"; nil for the rest.
        var unit: String?
        package let summary: String
        /// As the file shows it.
        package let fallback: SettingValue
        /// Nil when nothing is set, and when the value of the whole program holds.
        let read: @Sendable (Section) -> SettingValue?
        let write: @Sendable (inout Section, SettingValue) -> Void
    }

    package let key: String
    /// Its documentation.
    package let summary: String
    package let fields: [Field]
    let begin: @Sendable () -> Section
    /// What is wrong with a whole section, beside those before it.
    let fault: @Sendable (Section, [Section]) -> String?

    /// The sections of a list of tables, and what is wrong with them.
    func read(
        _ node: TOMLNode, home: String?, _ origin: (Int) -> SettingOrigin
    ) -> ([Section], [SettingsError.Problem]) {
        var sections: [Section] = []
        var problems: [SettingsError.Problem] = []
        guard case .array(let items) = node.value else {
            let message = "\(key) is a list of sections: write [[\(key)]] and its keys below"
            return ([], [.init(origin(node.line), key: key, message)])
        }
        for item in items {
            guard case .table(let table) = item.value else {
                let message = "\(key) must be a list of sections, not of \(item.kind)"
                problems.append(.init(origin(item.line), key: key, message))
                continue
            }
            var section = begin()
            let faults = fill(&section, table, home: home, origin)
            problems += faults
            if faults.isEmpty, let message = fault(section, sections) {
                problems.append(.init(origin(item.line), key: key, message))
            }
            sections.append(section)
        }
        return (sections, problems)
    }

    private func fill(
        _ section: inout Section, _ table: [String: TOMLNode], home: String?,
        _ origin: (Int) -> SettingOrigin
    ) -> [SettingsError.Problem] {
        var problems: [SettingsError.Problem] = []
        for (name, node) in table.sorted(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) })
        {
            let place = origin(node.line)
            let full = "\(key).\(name.printable)"
            guard let field = fields.first(where: { $0.name == name }) else {
                let names = fields.map(\.name)
                let remedy =
                    SettingCheck.hint(nearestName(to: name, in: names))
                    ?? "it has \(names.joined(separator: ", "))"
                problems.append(.init(place, key: full, "\(full) is not a setting; \(remedy)"))
                continue
            }
            switch SettingCheck.value(node, of: full, field.type, field.unit, home: home) {
            case .success(let value): field.write(&section, value)
            case .failure(let complaint):
                problems.append(.init(place, key: full, complaint.message))
            }
        }
        return problems
    }
}
