/// One row of the table of settings: everything that is known of a key, except where it was set.
package struct Setting: Sendable {
    /// With its section: `gate.min_distance_m`.
    package let key: String
    package let type: SettingType
    /// What a number counts: "m", "s"; nil for the rest.
    package let unit: String?
    /// One or two sentences for the owner.
    package let summary: String
    /// The setting whose value is behind the default of this one.
    package var follows: String?
    let read: @Sendable (Settings) -> SettingValue
    let write: @Sendable (inout Settings, SettingValue) -> Void

    /// What holds when nobody sets it.
    package var fallback: SettingValue { read(Settings()) }

    /// The section, empty at the top: `providers.open-meteo`.
    package var section: String {
        key.lastIndex(of: ".").map { String(key[..<$0]) } ?? ""
    }

    /// The key without its section.
    package var name: String {
        key.lastIndex(of: ".").map { String(key[key.index(after: $0)...]) } ?? key
    }

    /// The last part of the section, which names the provider in `providers.open-meteo`.
    var provider: String { section.split(separator: ".").last.map(String.init) ?? "" }

    /// The environment variable that sets it: `MILEPOST_GATE_MIN_DISTANCE_M`.
    package var variable: String {
        "MILEPOST_" + String(key.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 })
    }
}

/// A key path into the settings that may cross between tasks, as a literal one may.
typealias SettingPath<Value> = WritableKeyPath<Settings, Value> & Sendable

extension Setting {
    /// The same setting, its default being decided by `key`.
    func following(_ key: String) -> Setting {
        var setting = self
        setting.follows = key
        return setting
    }

    static func text(
        _ key: String, _ path: any SettingPath<String>, type: SettingType, _ summary: String
    ) -> Setting {
        Setting(
            key: key, type: type, unit: nil, summary: summary,
            read: { .text($0[keyPath: path]) },
            write: { if case .text(let text) = $1 { $0[keyPath: path] = text } })
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ path: any SettingPath<Choice>, _ summary: String
    ) -> Setting {
        Setting(
            key: key, type: .choice(Choice.allCases.map(\.rawValue)), unit: nil, summary: summary,
            read: { .text($0[keyPath: path].rawValue) },
            write: {
                if case .text(let text) = $1, let choice = Choice(rawValue: text) {
                    $0[keyPath: path] = choice
                }
            })
    }

    static func number(
        _ key: String, _ path: any SettingPath<Double>, _ range: ClosedRange<Double>,
        _ unit: String,
        _ summary: String
    ) -> Setting {
        Setting(
            key: key, type: .number(range), unit: unit, summary: summary,
            read: { .number($0[keyPath: path]) },
            write: { if case .number(let number) = $1 { $0[keyPath: path] = number } })
    }

    static func integer(
        _ key: String, _ path: any SettingPath<Int>, _ range: ClosedRange<Int>, _ summary: String
    ) -> Setting {
        Setting(
            key: key, type: .integer(range), unit: nil, summary: summary,
            read: { .number(Double($0[keyPath: path])) },
            write: { if case .number(let number) = $1 { $0[keyPath: path] = Int(number) } })
    }

    static func names(
        _ key: String, _ path: any SettingPath<[String]>, _ known: [String], _ summary: String
    ) -> Setting {
        Setting(
            key: key, type: .names(known), unit: nil, summary: summary,
            read: { .names($0[keyPath: path]) },
            write: { if case .names(let names) = $1 { $0[keyPath: path] = names } })
    }
}
