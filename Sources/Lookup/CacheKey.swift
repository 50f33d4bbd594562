package import Domain

/// What makes two questions the same question for the cache.
package struct CacheKey: Hashable, Sendable {
    package let cell: Cell
    package let provider: String
    package let language: Language

    package init(cell: Cell, provider: String, language: Language) {
        self.cell = cell
        self.provider = provider
        self.language = language
    }

    var part: Part { cell.part }

    /// The key as the file holds it.
    package var text: String {
        "\(part) \(provider) \(language) \(cell.center.latitude),\(cell.center.longitude)"
    }
}

/// What the cache knows of a question.
package enum Cached: Hashable, Sendable {
    case found(Found)
    /// The provider knows nothing there, in its words.
    case nothing(String)
}

extension Cached {
    func lifetime(of part: Part) -> Double {
        switch self {
        case .found: part.lifetime
        case .nothing: Part.nothingLifetime
        }
    }
}
