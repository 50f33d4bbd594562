import Domain

/// Joins the names of a place into one line in the order of the language.
enum PlaceLine {
    /// `names` from small to large without the country; missing ones, repetitions and mere punctuation are left out.
    ///
    /// Korean writes Korean places from large to small without the country; all else is from small to large with
    /// commas, as foreign names read best as they are written at home.
    static func join(
        _ names: [String?], country: String?, countryCode: String?, language: Language
    ) -> String? {
        let isKorean = language == .ko && countryCode?.uppercased() == "KR"
        let present = withoutRepetition(names)
        if isKorean, !present.isEmpty { return present.reversed().joined(separator: " ") }
        let line = withoutRepetition(names + [country])
        return line.isEmpty ? nil : line.joined(separator: ", ")
    }

    /// A street or a settlement with a number in it; nil without its name, as a number alone says nothing.
    static func numbered(_ name: String?, _ number: String?, numberLast: Bool) -> String? {
        guard let name, let number else { return name }
        return numberLast ? "\(name) \(number)" : "\(number) \(name)"
    }

    /// New York, New York is told once.
    private static func withoutRepetition(_ names: [String?]) -> [String] {
        names.compactMap { $0 }.filter(\.hasWord).reduce(into: []) { line, name in
            if line.last != name { line.append(name) }
        }
    }
}
