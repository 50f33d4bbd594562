import Domain

/// Tells a right value from a wrong one, and words what is wrong.
enum SettingCheck {
    /// A sentence about one value.
    struct Complaint: Error, Equatable { let message: String }

    /// `node` as a value of `key`, or what is wrong with it and what would be right.
    static func value(
        _ node: TOMLNode, of key: String, _ type: SettingType, _ unit: String?, home: String?
    ) -> Result<SettingValue, Complaint> {
        guard let value = type.accept(node.value) else {
            let remedy = hint(type.nearest(to: node.value)).map { "; \($0)" } ?? ""
            let found = type.mayHoldSecret ? "" : ", not \(node.kind)"
            let message = "\(key) must be \(type.wish(unit: unit))\(found)\(remedy)"
            return .failure(Complaint(message: message))
        }
        guard case .path = type, case .text(let path) = value, path.hasPrefix("~/") else {
            return .success(value)
        }
        guard let home else {
            let message = "\(key) begins with ~ but HOME is not set; write the whole path"
            return .failure(Complaint(message: message))
        }
        return .success(.text(home + path.dropFirst()))
    }

    /// The fault of a key that is in no table, with the right name if one is near.
    static func unknown(_ key: String, _ origin: SettingOrigin) -> SettingsError.Problem {
        let names =
            SettingsTable.all.map(\.key) + SettingsTable.sections
            + [logTable.key, zoneTable.key]
        let name = key.split(separator: ".").last.map(String.init) ?? key
        // The right key in the wrong section is nearer than any misspelling.
        let moved = SettingsTable.all.first { $0.name == name }?.key
        // Whatever a key is called, here stands only where it is kept.
        let section = key.dropLast(name.count)
        let keyFile = name.hasSuffix("key") ? names.first { $0 == section + "key_file" } : nil
        let remedy =
            misplaced(key) ?? hint(moved ?? keyFile ?? nearestName(to: key, in: names))
            ?? "`milepost config defaults` lists all"
        return .init(origin, key: key, "\(key.printable) is not a setting; \(remedy)")
    }

    /// A line like `mqtt.url = …` that stands below a section, of which it then is a part.
    private static func misplaced(_ key: String) -> String? {
        let parts = key.split(separator: ".").map(String.init)
        guard parts.count >= 2, let section = parts.last, SettingsTable.sections.contains(section),
            !section.isEmpty
        else { return nil }
        return "write the key without \"\(section).\" below [\(section)], as this line stands below"
            + " [\(parts.dropLast().joined(separator: "."))]"
    }

    static func hint(_ name: String?) -> String? { name.map { "did you mean \($0)?" } }
}
