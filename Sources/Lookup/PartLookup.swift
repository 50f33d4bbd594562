package import Domain

/// Answers one part for one cell: the cache first, then each provider in turn until one knows.
package struct PartLookup: Sendable {
    /// How the part ended, and how often the cache could tell.
    package struct Result: Sendable {
        package var outcome: PartOutcome
        package var cacheHits = 0
    }

    private struct Source {
        var name: String
        var isOffline = false
        var ask: @Sendable (Query) async throws(LookupFailure) -> Found
    }

    let address: [any AddressProvider]
    let weather: [any WeatherProvider]
    let senders: [String: ProviderSender]
    let cache: LookupCache?
    let zones: (any ZoneFinder)?
    let language: Language
    let time: TimeSource

    /// The lists are fallback orders; `senders` are those of the providers, by name. The wall clock of `time`
    /// tells answers for another time.
    package init(
        address: [any AddressProvider], weather: [any WeatherProvider],
        senders: [String: ProviderSender], cache: LookupCache?, zones: (any ZoneFinder)? = nil,
        language: Language, time: TimeSource
    ) {
        self.address = address
        self.weather = weather
        self.senders = senders
        self.cache = cache
        self.zones = zones
        self.language = language
        self.time = time
    }

    /// The parts that have a provider, with the name of the first one.
    package var parts: [Part: String] {
        var parts: [Part: String] = [:]
        for part in Part.allCases { parts[part] = sources(of: part).first?.name }
        return parts
    }

    /// The parts for which that provider is in the list.
    package func parts(askedOf provider: String) -> [Part] {
        Part.allCases.filter { sources(of: $0).contains { $0.name == provider } }
    }

    /// Ends early when cancelled; then nobody reads the result.
    package func result(
        for cell: Cell, bypassingCache: Bool, terms: Terms = Terms()
    ) async -> Result {
        let query = Query(
            coordinate: cell.center, language: language,
            zone: await zones?.zone(at: cell.center))
        var failures: [LookupFailure] = []
        var cacheHits = 0
        let sources = sources(of: cell.part)
        for (index, source) in sources.enumerated() where !Task.isCancelled {
            let key = CacheKey(cell: cell, provider: source.name, language: language)
            let cache = cache(for: source)
            switch bypassingCache ? nil : await cache?.read(key) {
            case .found(let found):
                return Result(
                    outcome: .found(found, skipped: failures), cacheHits: cacheHits + 1)
            case .nothing(let message):
                cacheHits += 1
                failures.append(
                    LookupFailure(
                        part: cell.part, provider: source.name, code: .notFound, message: message))
            case nil:
                do throws(LookupFailure) {
                    let share = terms.share(of: sources.count - index, at: time.moment())
                    let found = try await ask(source, query, key, within: share, terms)
                    return Result(
                        outcome: .found(found, skipped: failures), cacheHits: cacheHits)
                } catch {
                    failures.append(error)
                }
            }
        }
        return Result(outcome: .failed(failures), cacheHits: cacheHits)
    }

    private func ask(
        _ source: Source, _ query: Query, _ key: CacheKey, within share: Double?, _ terms: Terms
    ) async throws(LookupFailure) -> Found {
        do throws(LookupFailure) {
            let now = time.wall()
            let answer = try await answer(source, query, key.cell.part, within: share).bounded
            let found = answer.ahead(of: now)
            if !source.isOffline,
                let doubt = answer.doubt(at: now, measuredAt: terms.measuredAt)
            {
                throw LookupFailure(
                    part: key.cell.part, provider: source.name, code: .badAnswer,
                    message: "\(source.name) answered for another \(doubt)")
            }
            await cache(for: source)?.write(key, .found(found))
            return found
        } catch {
            guard !Task.isCancelled else { throw error }
            if error.code == .notFound {
                await cache(for: source)?.write(key, .nothing(error.message))
            }
            throw await senders[source.name]?.learn(error) ?? error
        }
    }

    /// What the source answers within `share` seconds; after them it has failed, so that another can still be asked.
    private func answer(
        _ source: Source, _ query: Query, _ part: Part, within share: Double?
    ) async throws(LookupFailure) -> Found {
        guard let share, !source.isOffline else { return try await source.ask(query) }
        let outcome = await withTaskGroup(of: Swift.Result<Found, LookupFailure>?.self) { group in
            group.addTask {
                do throws(LookupFailure) { return .success(try await source.ask(query)) } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await time.sleep(share)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        guard let outcome else {
            let failure = LookupFailure(
                part: part, provider: source.name, code: .timeout,
                message: "\(source.name) did not answer in its share of the time")
            throw await senders[source.name]?.note(failure) ?? failure
        }
        return try outcome.get()
    }

    /// What this machine knows by itself is asked anew: that is cheaper than to remember it.
    private func cache(for source: Source) -> LookupCache? {
        source.isOffline ? nil : cache
    }

    private func sources(of part: Part) -> [Source] {
        switch part {
        case .address:
            address.map { provider in
                Source(name: provider.name, isOffline: provider.isOffline) {
                    query throws(LookupFailure) in
                    .address(try await provider.address(query))
                }
            }
        case .weather:
            weather.map { provider in
                Source(name: provider.name) { query throws(LookupFailure) in
                    .weather(try await provider.weather(query))
                }
            }
        case .forecast:
            weather.map { provider in
                Source(name: provider.name) { query throws(LookupFailure) in
                    .forecast(try await provider.forecast(query))
                }
            }
        }
    }
}
