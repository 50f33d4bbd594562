package import Concurrency
package import Domain
package import Feed
package import Gate
package import Gazetteer
import HTTP
package import Lookup

/// Puts the parts of a pipeline together as the settings say.
package struct Assembly: Sendable {
    package let settings: Settings
    package let keys: KeyStore
    package let environment: [String: String]
    package let log: Log
    package let time: TimeSource
    /// Answers and counts of requests, shared by all that one program does.
    package let cache: LookupCache
    /// The places on this machine; nil for a run that does without.
    package let gazetteer: Gazetteer?

    /// Without a `cache` nothing is remembered after the run.
    package init(
        settings: Settings, keys: KeyStore, environment: [String: String], log: Log,
        time: TimeSource = .live, cache: LookupCache? = nil, gazetteer: Gazetteer? = nil
    ) {
        self.settings = settings
        self.keys = keys
        self.environment = environment
        self.log = log
        self.time = time
        self.cache = cache ?? LookupCache(path: nil, now: time.wall, log: log)
        self.gazetteer = gazetteer
    }

    /// The same program with other settings.
    package func with(_ settings: Settings, _ keys: KeyStore) -> Assembly {
        Assembly(
            settings: settings, keys: keys, environment: environment, log: log, time: time,
            cache: cache, gazetteer: gazetteer)
    }

    /// Which parts of a run are looked up.
    package enum LookupScope: String, Sendable, CaseIterable {
        /// What this machine knows by itself.
        case offline
        case all
        /// Nothing, not even the time zone of a place.
        case none
    }

    /// What a run is besides its settings.
    package struct Plan: Sendable {
        package var source: Source
        package var sinks: [any EventSink] = []
        package var base = TimeBase.live(builtAt: Version.released)
        /// Tell rejected fixes and superseded lookups.
        package var explains = false
        package var summarises = false
        package var lookups = LookupScope.all
        package var saved: SavedState?
        package var save: @Sendable (SavedState) -> Void = { _ in }
        /// How it stands with the broker; nil where nothing is published.
        package var publishing: (@Sendable () -> Status.Publishing)?
        /// Called for each beat that has passed the whole pipeline.
        package var beat: @Sendable () -> Void = {}
        /// Ends the run.
        package var stop = Stop()

        package init(source: Source) { self.source = source }
    }

    /// The parts, wired.
    package struct Parts: Sendable {
        package var pipeline: Pipeline
        package var instance: Instance
        package var services: Services
        /// Runs what no caller waits for; the lookups run it.
        package var pool: JobPool
    }

    /// The parts of one run, not yet running.
    package func assemble(_ plan: Plan) -> Parts {
        let pool = JobPool()
        let http = HTTPClient(environment: environment)
        let services = services(transport: http, pool: pool)
        let vitals = Vitals(now: time.moment, arrived: plan.beat)
        let output = Output(
            sinks: plan.sinks, zones: plan.lookups == .none ? nil : gazetteer, vitals: vitals,
            log: log)
        let lookups = lookups(
            services, plan.lookups, pool: pool
        ) { [explains = plan.explains] outcome in
            switch outcome {
            case .settled(let milepost): output.send(.settled(milepost))
            case .milepost(let milepost): output.send(.milepost(milepost))
            case .superseded(let superseded):
                if explains { output.send(.superseded(superseded)) }
            case .beat:
                vitals.pass(.lookups)
                output.beat()
            }
        }
        var tracker = Tracker(
            settings: gate, refresh: settings.refresh, track: settings.track, base: plan.base,
            saved: plan.saved)
        tracker.explains = plan.explains
        let tracking = Tracking(
            tracker: tracker, output: output, lookups: lookups, pool: pool, time: time,
            lookupTimeout: settings.refresh.lookupTimeout, tellsState: plan.source.isLive,
            vitals: vitals, save: plan.save)
        let pipeline = Pipeline(
            source: plan.source, tracking: tracking, lookups: lookups, output: output, http: http,
            time: time, log: log, vitals: vitals, summarises: plan.summarises, stop: plan.stop)
        let places = Places(finders: services.finders, language: settings.language)
        return Parts(
            pipeline: pipeline,
            instance: Instance(
                tracking: tracking, places: places, vitals: vitals, publishing: plan.publishing),
            services: services, pool: pool)
    }

    /// The providers of the settings, which send through `transport`.
    package func services(transport: any Transport, pool: JobPool) -> Services {
        Services(
            settings, keys: keys, transport: transport, cache: cache, gazetteer: gazetteer,
            pool: pool, time: time, log: log)
    }

    /// The lookups of the settings' parts, those in `scope`.
    package func lookups(
        _ services: Services, _ scope: LookupScope = .all, pool: JobPool,
        tell: @escaping @Sendable (Lookups.Outcome) -> Void = { _ in }
    ) -> Lookups {
        Lookups(
            address: services.address.filter { scope == .all || scope == .offline && $0.isOffline },
            weather: scope == .all ? services.weather : [], senders: services.senders,
            cache: cache, zones: gazetteer, language: settings.language, pool: pool, time: time,
            tell: tell)
    }

    /// The gpsd of the settings.
    package var gpsd: GpsdFeed { gpsd(beatEvery: nil) }

    /// The same, which tells at least so often that it does its work.
    package func gpsd(beatEvery seconds: Double?) -> GpsdFeed {
        GpsdFeed(
            address: gpsdAddress, staleAfter: settings.gpsd.staleAfter, beatEvery: seconds,
            log: log)
    }

    package var gpsdAddress: GpsdAddress {
        let gpsd = settings.gpsd
        return GpsdAddress(
            host: gpsd.host, port: gpsd.port, device: gpsd.device.isEmpty ? nil : gpsd.device)
    }

    /// The gate's numbers; how long a receiver may be silent is a setting of gpsd, and the private places are one of
    /// their own.
    package var gate: GateSettings {
        var gate = settings.gate
        gate.staleAfter = settings.gpsd.staleAfter
        gate.privateZones = settings.zones.compactMap(\.zone)
        return gate
    }
}

extension Assembly.Parts {
    /// Runs the pipeline for as long as `body` takes.
    package func whileRunning<Value: Sendable>(
        _ body: @Sendable (Instance) async throws -> Value
    ) async throws -> Value {
        async let run: Void = pipeline.run()
        do {
            let value = try await body(instance)
            pipeline.stop.tell()
            try await run
            return value
        } catch {
            pipeline.stop.tell()
            try? await run
            throw error
        }
    }
}
