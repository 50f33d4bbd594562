package import Domain

/// Writes events for a person: aligned blocks of lines, each with its end, in one language and one set of units.
///
/// It works on the wire types, as the command line shows what the daemon sends. All text from outside is made
/// printable on the way.
package struct TextRenderer: Sendable {
    package let language: Language
    package let units: Units
    /// True only for a terminal whose user wants colour; the caller decides.
    package let colour: Bool
    /// The zone that times are shown in.
    package let zone: Zone
    /// Columns at which lists are broken into lines.
    package let width: Int

    package init(
        language: Language, units: Units, colour: Bool = false, zone: Zone, width: Int = 80
    ) {
        self.language = language
        self.units = units
        self.colour = colour
        self.zone = zone
        self.width = width
    }

    /// One event as whole lines, each with its end.
    package func render(_ event: Event) -> String {
        switch event {
        case .fix(let fix): render(Schema.Fix(fix))
        case .milepost(let milepost): render(Schema.Milepost(milepost))
        case .state(let change): render(Schema.State(change))
        case .rejected(let fix, let reasons): render(Schema.Rejected(fix, reasons))
        case .superseded(let superseded): render(Schema.Superseded(superseded))
        case .summary(let summary): render(Schema.Summary(summary))
        case .track, .trackHead, .settled: ""
        }
    }

    /// The position and below it what was found there.
    package func render(_ answer: Schema.Answer) -> String {
        render(answer.fix) + (answer.milepost.map(render) ?? "")
    }

    var words: any Words { language.words }
    var measures: Measures { Measures(units: units, words: words) }

    /// Events have a column for the number of their fix; a status has none.
    func block(gutter: Int = 6) -> Block {
        Block(gutter: gutter, labelWidth: words.labelWidth, width: width, colour: colour)
    }
}

extension TextRenderer {
    /// Of the system's clock, which nothing vouches for before the first fix.
    func clockTime(_ text: String) -> String {
        Timestamp(rfc3339: text)?.isOfAnUnsetClock == true ? words.clockNotSet : fullTime(text)
    }

    /// A date with its year and a time.
    func dateAndTime(_ text: String) -> String {
        guard let time = Timestamp(rfc3339: text) else { return text.printable }
        let civil = zone.civil(time)
        return "\(words.dateWithYear(civil.date)) \(clock(civil))"
    }

    /// A date with its year, a time and the offset, so that a line stands for itself.
    func fullTime(_ text: String) -> String {
        guard let time = Timestamp(rfc3339: text) else { return text.printable }
        let civil = zone.civil(time)
        let minutes = abs(zone.offset(at: time)) / 60
        let sign = zone.offset(at: time) < 0 ? "-" : "+"
        return "\(words.dateWithYear(civil.date)) \(clock(civil)):\(civil.second.digits(2)) "
            + "\(sign)\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
    }

    /// `14:03`, with the date where it is not that of `reference`.
    func shortTime(_ text: String, beside reference: String? = nil) -> String {
        guard let time = Timestamp(rfc3339: text) else { return text.printable }
        let civil = zone.civil(time)
        let near = reference.flatMap { Timestamp(rfc3339: $0) }.map { zone.civil($0).date }
        return near == civil.date ? clock(civil) : "\(words.date(civil.date)) \(clock(civil))"
    }

    /// `14:03`; for times that are of the day anyway, as sunrise.
    func timeOfDay(_ text: String) -> String {
        Timestamp(rfc3339: text).map { clock(zone.civil($0)) } ?? text.printable
    }

    private func clock(_ civil: CivilTime) -> String {
        "\(civil.hour.digits(2)):\(civil.minute.digits(2))"
    }

    /// A word of the schema in the language, or as it came where a newer program knows more words.
    func word<Value: RawRepresentable<String>>(_ raw: String, _ say: (Value) -> String) -> String {
        Value(rawValue: raw).map(say) ?? raw.printable
    }
}
