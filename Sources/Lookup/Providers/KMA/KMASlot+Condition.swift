import Domain

/// What a code of the sky or of precipitation means, with the words for it.
struct KMAWord {
    let korean: String
    let english: String
    let kind: Condition.Kind
    /// Where the code itself tells it.
    var intensity: Condition.Intensity?
    /// What falls when there is lightning too.
    var thunder: Condition.ThunderPrecipitation?
}

extension KMAWord {
    static let sky: [String: KMAWord] = [
        "1": KMAWord(korean: "맑음", english: "clear", kind: .clear),
        "3": KMAWord(korean: "구름많음", english: "mostly cloudy", kind: .cloudy),
        "4": KMAWord(korean: "흐림", english: "overcast", kind: .overcast),
    ]

    /// 4 is told by the forecast of days only, 5 to 7 by that of hours and the observation.
    static let precipitation: [String: KMAWord] = [
        "1": KMAWord(korean: "비", english: "rain", kind: .rain, thunder: .rain),
        "2": KMAWord(korean: "비/눈", english: "rain and snow", kind: .sleet, thunder: .sleet),
        "3": KMAWord(korean: "눈", english: "snow", kind: .snow, thunder: .snow),
        "4": KMAWord(korean: "소나기", english: "showers", kind: .rainShowers, thunder: .rain),
        "5": KMAWord(
            korean: "빗방울", english: "raindrops", kind: .drizzle, intensity: .light,
            thunder: .drizzle),
        "6": KMAWord(
            korean: "빗방울눈날림", english: "raindrops and snow flurries", kind: .sleet,
            intensity: .light, thunder: .sleet),
        "7": KMAWord(
            korean: "눈날림", english: "snow flurries", kind: .snow, intensity: .light, thunder: .snow),
    ]

    func text(_ language: Language) -> String { language == .ko ? korean : english }
}

extension KMASlot {
    /// Thunder if there is lightning, else what falls, else the sky; nil while nothing falls from a sky not told of.
    var condition: Condition? {
        let codes = [
            sky.map { "SKY\($0)" }, precipitation.map { "PTY\($0)" }, hasLightning ? "LGT" : nil,
        ]
        let rawCode = codes.compactMap { $0 }.joined(separator: " ")
        if hasLightning {
            return Condition(.thunderstorm, intensity, thunder: falling?.thunder, rawCode: rawCode)
        }
        if let falling { return Condition(falling.kind, intensity, rawCode: rawCode) }
        guard isDry else { return Condition(.unknown, rawCode: rawCode) }
        return sky.map { Condition(KMAWord.sky[$0]?.kind ?? .unknown, rawCode: rawCode) }
    }

    /// The condition in words; nil for one that has none.
    func words(_ language: Language) -> String? {
        if hasLightning { return language == .ko ? "뇌우" : "thunderstorm" }
        if let falling { return falling.text(language) }
        return isDry ? sky.flatMap { KMAWord.sky[$0] }?.text(language) : nil
    }

    private var hasLightning: Bool { lightning.map { $0 > 0 } ?? false }

    private var isDry: Bool { precipitation == nil || precipitation == "0" }

    private var falling: KMAWord? { precipitation.flatMap { KMAWord.precipitation[$0] } }

    /// By the limits of the service's own codes: 3 and 15 mm of rain in the hour, 1 cm of snow.
    private var intensity: Condition.Intensity? {
        guard let falling else { return nil }
        if let intensity = falling.intensity { return intensity }
        if falling.kind == .snow { return snow.map { $0.least < 1 ? .light : .heavy } }
        return rain.map { $0.least < 3 ? .light : $0.least < 15 ? .moderate : .heavy }
    }
}
