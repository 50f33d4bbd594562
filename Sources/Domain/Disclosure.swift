/// What one host on the network is told, for `milepost privacy`.
package struct Disclosure: Hashable, Sendable {
    /// A coordinate, rounded to the middle of a square.
    package struct Place: Hashable, Sendable {
        package var part: Part
        /// Degrees of latitude and longitude along the side of the square.
        package var cell: Double

        package init(_ part: Part, cell: Double) {
            self.part = part
            self.cell = cell
        }

        /// Metres from north to south along the side.
        package var metres: Double { cell * Coordinate.earthRadius * .pi / 180 }
    }

    /// For want of what it is not asked.
    package enum Lack: String, Sendable { case key, contact }

    package var host: String
    package var provider: String
    package var places: [Place]
    /// Whether it is told the names that are searched for.
    package var names: Bool
    /// Whether it is told every accepted fix as it is, and what was found there.
    package var fixes: Bool
    /// Whether requests carry the owner's key.
    package var hasKey: Bool
    /// The language that answers are asked for in.
    package var language: Language?
    /// What every request says of the owner; empty for nothing.
    package var contact: String
    /// Nil for one that is asked.
    package var lacks: Lack?
    /// Requests sent to it in the last 24 hours.
    package var requests: Int

    package init(
        host: String, provider: String, places: [Place] = [], names: Bool = false,
        fixes: Bool = false,
        hasKey: Bool = false, language: Language? = nil, contact: String = "",
        lacks: Lack? = nil, requests: Int = 0
    ) {
        self.host = host
        self.provider = provider
        self.places = places
        self.names = names
        self.fixes = fixes
        self.hasKey = hasKey
        self.language = language
        self.contact = contact
        self.lacks = lacks
        self.requests = requests
    }
}
