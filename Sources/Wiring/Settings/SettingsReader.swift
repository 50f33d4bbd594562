import Domain
import Lookup

/// Collects settings from layer after layer, and every fault on the way.
struct SettingsReader {
    private(set) var loaded = LoadedSettings()
    private(set) var problems: [SettingsError.Problem] = []
    private let home: String?
    /// A file that is no file of settings would else be answered line by line.
    private static let mostProblems = 50

    init(home: String?) { self.home = home }

    mutating func refuse(file path: String, _ message: String) {
        problems.append(.init(.file(path: path, line: 0), message))
    }

    mutating func read(file path: String, _ bytes: [UInt8]) {
        loaded.files.append(path)
        let origin = { SettingOrigin.file(path: path, line: $0) }
        do throws(TOMLError) {
            read(table: try parseTOML(bytes), section: "", origin)
            if problems.count >= Self.mostProblems {
                refuse(file: path, "more may be wrong; correct these first")
            }
        } catch {
            let column = error.column > 0 ? " (column \(error.column))" : ""
            let hint =
                Self.hasBareWord(bytes, line: error.line)
                ? "; a text stands in quotation marks, like \"metric\"" : ""
            problems.append(
                .init(origin(error.line), "not TOML: \(error.message.printable)\(column)\(hint)"))
        }
    }

    /// Whether the value of that line begins with a letter, as only true, false, inf and nan may.
    private static func hasBareWord(_ bytes: [UInt8], line number: Int) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1),
            let sign = lines[number - 1].firstIndex(of: UInt8(ascii: "="))
        else { return false }
        let value = String(decoding: lines[number - 1][(sign + 1)...], as: UTF8.self).trimmed
        let word = value.prefix { $0.isLetter }
        return !word.isEmpty && !["true", "false", "inf", "nan"].contains(String(word))
    }

    /// Reads one variable of the environment, if it is one of ours.
    mutating func read(variable: String, _ value: String) {
        guard variable.hasPrefix("MILEPOST_"), !Self.keyVariables.contains(variable) else { return }
        let origin = SettingOrigin.environment(variable: variable)
        guard let setting = Self.byVariable[variable] else {
            let names = Self.byVariable.keys.sorted() + Self.keyVariables.sorted()
            let remedy = SettingCheck.hint(nearestName(to: variable, in: names)) ?? "unset it"
            problems.append(.init(origin, "there is no such variable; \(remedy)"))
            return
        }
        read(setting, text: value, origin)
    }

    mutating func read(_ override: SettingOverride) {
        let origin = SettingOrigin.commandLine(option: override.option)
        if let setting = SettingsTable.byKey[override.key] {
            read(setting, text: override.value, origin)
        } else if override.key == logTable.key || override.key == zoneTable.key {
            readList(override, origin)
        } else {
            problems.append(SettingCheck.unknown(override.key, origin))
        }
    }

    private mutating func read(
        table: [String: TOMLNode], section: String, _ origin: (Int) -> SettingOrigin
    ) {
        for (name, node) in table.sorted(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) })
        {
            guard problems.count < Self.mostProblems else { return }
            let key = section.isEmpty ? name : "\(section).\(name)"
            let place = origin(node.line)
            if let setting = SettingsTable.byKey[key] {
                set(setting, node, place)
            } else if key == logTable.key {
                set(\.logs, from: logTable, node, origin)
            } else if key == zoneTable.key {
                set(\.zones, from: zoneTable, node, origin)
            } else if !SettingsTable.sections.contains(key) {
                problems.append(SettingCheck.unknown(key, place))
            } else if case .table(let inner) = node.value {
                read(table: inner, section: key, origin)
            } else {
                problems.append(
                    .init(place, key: key, "\(key) is a section: write [\(key)] and its keys below")
                )
            }
        }
    }

    private mutating func read(_ setting: Setting, text: String, _ origin: SettingOrigin) {
        var value = setting.type.node(from: text)
        // A list may also be written as in the file.
        if case .names = setting.type, text.hasPrefix("["), let list = tomlValue(text) {
            value = list
        }
        set(setting, TOMLNode(line: 0, value: value), origin)
    }

    private mutating func readList(_ override: SettingOverride, _ origin: SettingOrigin) {
        let list = tomlValue(override.value) ?? .string(override.value)
        let node = TOMLNode(line: 0, value: list)
        if override.key == logTable.key {
            set(\.logs, from: logTable, node) { _ in origin }
        } else {
            set(\.zones, from: zoneTable, node) { _ in origin }
        }
    }

    private mutating func set(_ setting: Setting, _ node: TOMLNode, _ origin: SettingOrigin) {
        switch SettingCheck.value(node, of: setting.key, setting.type, setting.unit, home: home) {
        case .success(let value):
            setting.write(&loaded.settings, value)
            loaded.origins[setting.key] = origin
        case .failure(let complaint):
            problems.append(.init(origin, key: setting.key, complaint.message))
        }
    }

    private mutating func set<Section>(
        _ path: WritableKeyPath<Settings, [Section]>, from table: SectionList<Section>,
        _ node: TOMLNode, _ origin: (Int) -> SettingOrigin
    ) {
        let (sections, faults) = table.read(node, home: home, origin)
        problems += faults
        loaded.settings[keyPath: path] = sections
        loaded.origins[table.key] = origin(node.line)
    }

    private static let byVariable = Dictionary(
        uniqueKeysWithValues: SettingsTable.all.map { ($0.variable, $0) })

    private static let keyVariables = Set(
        (SettingsTable.keyedProviders + [KeyStore.broker]).map { ProviderKey.variable(of: $0) })
}

/// `text` as the right side of a TOML line.
private func tomlValue(_ text: String) -> TOMLNode.Value? {
    (try? parseTOML(Array("value = \(text)".utf8)))?["value"]?.value
}
