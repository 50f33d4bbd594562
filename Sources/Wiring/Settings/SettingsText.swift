/// The settings as TOML for the owner: the documented defaults, and what is in force.
package enum SettingsText {
    /// Every setting with its documentation, commented out at its default: `config/milepost.toml`.
    package static var defaults: String {
        var lines = comment(introduction)
        var section = ""
        for setting in SettingsTable.all {
            if setting.section != section {
                section = setting.section
                lines += ["", "[\(section)]"]
            }
            lines += [""] + comment(setting.documentation)
            lines.append("#\(setting.name) = \(setting.fallback.toml)")
        }
        return (lines + defaults(of: logTable) + defaults(of: zoneTable)).joined(separator: "\n")
            + "\n"
    }

    /// What is in force, each value with where it came from. A provider's key is told of, never told.
    package static func show(_ loaded: LoadedSettings, keys: KeyStore) -> String {
        var lines: [String] = []
        var section = ""
        for setting in SettingsTable.all {
            if setting.section != section {
                section = setting.section
                lines += ["", "[\(section)]"]
            }
            let value = setting.read(loaded.settings).toml
            lines.append(
                line(setting.name, value, from: loaded.origin(of: setting.key).description))
            if setting.name == "key_file" {
                let origin = keys.origin(of: setting.provider)
                lines.append(origin.map { "# has a key, from \($0)" } ?? "# has no key")
            }
        }
        lines += shown(loaded.settings.logs, of: logTable, loaded)
        lines += shown(loaded.settings.zones, of: zoneTable, loaded)
        return lines.joined(separator: "\n") + "\n"
    }

    private static let introduction =
        "The settings of Milepost, each at its default. Remove the # in front of one to change it."
        + "\nRead in this order, each beating what was before: /etc/milepost/milepost.toml,"
        + " $XDG_CONFIG_HOME/milepost/milepost.toml (~/.config), the file of --config, variables like"
        + " MILEPOST_GATE_MIN_DISTANCE_M, --set key=value."
        + "\nThe key of a service never stands here, only the path of a file with it."

    private static func shown<Section>(
        _ sections: [Section], of table: SectionList<Section>, _ loaded: LoadedSettings
    ) -> [String] {
        let origin = loaded.origin(of: table.key).description
        return sections.flatMap { section in
            ["", "[[\(table.key)]]"]
                + table.fields.compactMap { field in
                    field.read(section).map { line(field.name, $0.toml, from: origin) }
                }
        }
    }

    private static func defaults<Section>(of table: SectionList<Section>) -> [String] {
        var lines = [""] + comment(table.summary) + ["#[[\(table.key)]]"]
        for field in table.fields {
            lines += [""] + comment(field.documentation)
            lines.append("#\(field.name) = \(field.fallback.toml)")
        }
        return lines
    }

    private static func line(_ name: String, _ value: String, from origin: String) -> String {
        let setting = "\(name) = \(value)"
        return "\(setting)\(spaces(upTo: 40, after: setting))  # \(origin)"
    }

    /// The end of a documentation that says what is allowed.
    fileprivate static func range(_ type: SettingType, _ unit: String?) -> String {
        switch type {
        case .text, .path, .baseURL, .brokerURL, .topic, .topicLevel, .timeZone: ""
        case .choice, .names, .integer, .number:
            " " + capitalised(type.wish(unit: unit)) + "."
        }
    }

    private static func comment(_ text: String) -> [String] {
        text.split(separator: "\n").flatMap { wrap(String($0), width: 98).map { "# \($0)" } }
    }
}

extension Setting {
    /// What it does and which values it takes, for the owner.
    package var documentation: String { summary + SettingsText.range(type, unit) }
}

extension SectionList.Field {
    /// What it does and which values it takes, for the owner.
    package var documentation: String { summary + SettingsText.range(type, unit) }
}

private func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
}

private func spaces(upTo width: Int, after text: String) -> String {
    String(repeating: " ", count: max(0, width - text.count))
}

/// Lines of at most `width` characters, broken between words.
package func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
        if let last = lines.last, last.count + 1 + word.count <= width {
            lines[lines.count - 1] = "\(last) \(word)"
        } else {
            lines.append(String(word))
        }
    }
}
