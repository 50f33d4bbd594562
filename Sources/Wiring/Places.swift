package import Domain
import Synchronization

/// Finds places by name: the first provider that knows any answers.
package final class Places: Sendable {
    private let whom: Mutex<(finders: [any PlaceFinder], language: Language)>

    package init(finders: [any PlaceFinder], language: Language) {
        whom = Mutex((finders, language))
    }

    /// Asks others from the next name on.
    package func reconfigure(finders: [any PlaceFinder], language: Language) {
        whom.withLock { $0 = (finders, language) }
    }

    /// Every place of that name, the likeliest first.
    package func all(
        named name: String, near position: Coordinate? = nil
    ) async throws(ControlError) -> [NamedPlace] {
        guard name.unicodeScalars.contains(where: \.isOfWord) else {
            throw ControlError(
                .badRequest, "A name has a letter or a digit.", hint: "Write it like Busan.")
        }
        let (finders, language) = whom.withLock { $0 }
        var isUnlisted = false
        var failures: [String] = []
        for finder in finders {
            do throws(LookupFailure) {
                let places = try await finder.places(
                    named: name, near: position, language: language)
                if !places.isEmpty { return places }
                isUnlisted = isUnlisted || finder.isOwnList
            } catch {
                if error.code != .notFound { failures.append(error.sentence) }
            }
        }
        if finders.isEmpty {
            throw ControlError(
                .unavailable, "No provider that finds places by name is configured.",
                hint: "Give a coordinate, or name one in weather.providers or address.providers.")
        }
        if isUnlisted, !failures.isEmpty {
            throw ControlError(
                .notFound,
                "There is no place named \(name) in this machine's list, and nobody else could be"
                    + " asked: \(failures.joined(separator: "; ")).",
                hint: "Check the spelling, or give a coordinate.")
        }
        guard failures.isEmpty else {
            throw ControlError(
                .unavailable,
                "The place could not be looked up: \(failures.joined(separator: "; ")).",
                hint: "Give a coordinate, or try again later.")
        }
        throw ControlError(
            .notFound, "There is no place named \(name).", hint: "Check the spelling.")
    }

    /// The place that is meant; when that is not clear, an error that lists the candidates.
    package func one(
        named name: String, near position: Coordinate? = nil
    ) async throws(ControlError) -> NamedPlace {
        let places = try await all(named: name, near: position)
        if let place = places.clearlyMeant { return place }
        let list = places.prefix(5).map {
            "\($0.label) (\($0.coordinate.latitude), \($0.coordinate.longitude))"
        }
        guard places.contains(where: \.isExact) else {
            throw ControlError(
                .notFound,
                "\(name) is no known name; did you mean: \(list.joined(separator: "; "))?",
                hint: "Write it as in this list, or give its coordinate.")
        }
        throw ControlError(
            .conflict,
            "\(name) may be any of \(places.count) places: \(list.joined(separator: "; ")).",
            hint: "Name it more closely, or give its coordinate.")
    }
}

extension Unicode.Scalar {
    /// Not mere punctuation, of which no name is.
    fileprivate var isOfWord: Bool { properties.isAlphabetic || properties.numericType != nil }
}
