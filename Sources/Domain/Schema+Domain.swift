package import FoundationEssentials

extension Schema.Fix {
    package init(_ accepted: AcceptedFix) {
        let fix = accepted.fix
        self.init(
            seq: accepted.seq, time: accepted.time.rfc3339, lat: accepted.coordinate.latitude,
            lon: accepted.coordinate.longitude, alt: fix.altitude,
            accuracy: accepted.accuracy.map(hundredths),
            speed: fix.speed, course: fix.course, climb: fix.climb, mode: fix.mode.rawValue,
            sats: fix.satellites, source: fix.source.rawValue, device: fix.device,
            reasons: accepted.reasons.map(\.rawValue),
            distance: accepted.distance.map { ($0 * 10).rounded() / 10 },
            local_time: accepted.zone.map(accepted.time.rfc3339(in:)),
            time_zone: accepted.zone?.name)
    }
}

extension Schema.Milepost {
    /// Only the parts in `parts` are written; default the changed ones.
    package init(_ milepost: Milepost, parts: [Part]? = nil) {
        let parts = parts ?? milepost.changed
        func part<Value>(_ part: Part, _ value: Value?) -> Value? {
            parts.contains(part) ? value : nil
        }
        self.init(
            seq: milepost.fix.seq, time: milepost.fix.time.rfc3339,
            lat: milepost.fix.coordinate.latitude, lon: milepost.fix.coordinate.longitude,
            changed: milepost.changed.map(\.rawValue),
            address: part(.address, milepost.address).map(Schema.Address.init),
            weather: part(.weather, milepost.weather).map(Schema.Weather.init),
            forecast: part(.forecast, milepost.forecast).map(Schema.Forecast.init),
            failures: milepost.failures.isEmpty
                ? nil : milepost.failures.map(Schema.Failure.init))
    }
}

extension Schema.Address {
    package init(_ address: Address) {
        self.init(
            label: address.label, country: address.country, country_code: address.countryCode,
            state: address.state, county: address.county, city: address.city,
            district: address.district, street: address.street,
            house_number: address.houseNumber, postcode: address.postcode,
            place_id: address.placeID, provider: address.provider, distance_m: address.distance)
    }
}

extension Schema.Weather {
    package init(_ weather: Weather) {
        self.init(
            condition: weather.condition?.kind.rawValue, description: weather.description,
            icon: weather.icon, temperature: weather.temperature, feels_like: weather.feelsLike,
            humidity: weather.humidity, pressure: weather.pressure,
            wind_speed: weather.windSpeed, wind_gust: weather.windGust,
            wind_direction: weather.windDirection, clouds: weather.clouds,
            visibility: weather.visibility, rain_1h: weather.rain1h, snow_1h: weather.snow1h,
            sunrise: weather.sunrise?.rfc3339, sunset: weather.sunset?.rfc3339,
            observed_at: weather.observedAt?.rfc3339, station: weather.station,
            provider: weather.provider)
    }
}

extension Schema.Forecast {
    package init(_ forecast: Forecast) {
        self.init(
            provider: forecast.provider, issued_at: forecast.issuedAt?.rfc3339,
            days: forecast.days.map {
                Day(
                    date: $0.date.iso, min: $0.min, max: $0.max,
                    condition: $0.condition?.kind.rawValue,
                    precipitation_probability: $0.precipitationProbability,
                    precipitation: $0.precipitation)
            },
            hours: forecast.hours.map {
                Hour(
                    time: $0.time.rfc3339, temperature: $0.temperature,
                    condition: $0.condition?.kind.rawValue,
                    precipitation_probability: $0.precipitationProbability,
                    precipitation: $0.precipitation, wind_speed: $0.windSpeed)
            })
    }
}

extension Schema.Failure {
    package init(_ failure: LookupFailure) {
        self.init(
            part: failure.part.rawValue, provider: failure.provider, code: failure.code.rawValue,
            message: failure.message, retry_at: failure.retryAt?.rfc3339)
    }
}

extension Schema.State {
    package init(_ change: StateChange) {
        self.init(
            mode: change.mode.rawValue, receiver: change.receiver.state.rawValue,
            since: change.since.rfc3339, detail: change.receiver.detail)
    }
}

extension Schema.Rejected {
    package init(_ fix: Fix, _ reasons: [RejectReason]) {
        // JSON knows no NaN: a coordinate that is none is left out.
        self.init(
            time: fix.time?.rfc3339, lat: fix.latitude?.finite, lon: fix.longitude?.finite,
            accuracy: fix.accuracy?.finite.map(hundredths), reasons: reasons.map(\.rawValue))
    }
}

extension Schema.Superseded {
    package init(_ superseded: Superseded) {
        self.init(
            seq: superseded.seq, by: superseded.by, parts: superseded.parts.map(\.rawValue))
    }
}

extension Schema.Summary {
    package init(_ summary: Summary) {
        let rejected = summary.rejected.map { ($0.key.rawValue, $0.value) }
        self.init(
            fixes: summary.fixes, accepted: summary.accepted,
            rejected: Dictionary(uniqueKeysWithValues: rejected),
            track_points: summary.trackPoints,
            distance_m: summary.distance.rounded(),
            requests: summary.requests, cache_hits: summary.cacheHits,
            cancelled: summary.cancelled,
            wall_s: (summary.wallSeconds * 1000).rounded() / 1000)
    }
}

extension Schema.Answer {
    package init(_ answer: Answer) {
        self.init(
            fix: Schema.Fix(answer.fix),
            milepost: answer.milepost.map { Schema.Milepost($0, parts: Part.allCases) })
    }
}

extension Schema.Status {
    package init(_ status: Status) {
        self.init(
            version: status.version, mode: status.mode.rawValue,
            receiver: status.receiver.state.rawValue, since: status.since.rfc3339,
            detail: status.receiver.detail,
            fix: status.fix.map {
                LastFix(
                    fix: Schema.Fix($0.fix), age_s: ($0.age * 10).rounded() / 10,
                    stale: $0.isStale)
            },
            address: status.address.map(Schema.Address.init),
            weather: status.weather.map(Schema.Weather.init),
            forecast: status.forecast.map(Schema.Forecast.init),
            counters: Schema.Summary(status.summary),
            providers: status.providers.map {
                Provider(
                    name: $0.name, parts: $0.parts.map(\.rawValue), requests: $0.requests,
                    failures: $0.failures, blocked: $0.blocked, retry_at: $0.retryAt?.rfc3339)
            },
            queue: status.queue, mqtt: status.publishing.map(Publishing.init))
    }
}

extension Schema.Place {
    package init(_ place: NamedPlace) {
        self.init(
            label: place.label, lat: place.coordinate.latitude, lon: place.coordinate.longitude,
            provider: place.provider, population: place.population)
    }
}

extension Schema.Disclosure {
    package init(_ disclosure: Disclosure) {
        self.init(
            host: disclosure.host, provider: disclosure.provider,
            places: disclosure.places.map {
                Place(
                    part: $0.part.rawValue, precision_deg: $0.cell,
                    precision_m: $0.metres.rounded())
            },
            names: disclosure.names, fixes: disclosure.fixes, key: disclosure.hasKey,
            language: disclosure.language?.rawValue,
            contact: disclosure.contact.isEmpty ? nil : disclosure.contact,
            lacks: disclosure.lacks?.rawValue,
            requests_24h: disclosure.requests)
    }
}

extension Schema.Tuning {
    package init(_ tuning: Tuning) {
        let requests = tuning.requests.map { ($0.key.rawValue, $0.value) }
        self.init(
            settings: tuning.name, fixes: tuning.fixes, accepted: tuning.accepted,
            requests: Dictionary(uniqueKeysWithValues: requests),
            track_points: tuning.trackPoints, distance_m: tuning.distance.rounded(),
            greatest_gap_s: tuning.greatestGap, longest_stretch_m: tuning.longestStretch.rounded())
    }
}

extension Schema.Status.Publishing {
    fileprivate init(_ publishing: Status.Publishing) {
        self.init(
            broker: publishing.broker, connected: publishing.isConnected,
            reason: publishing.reason, queue: publishing.queue,
            oldest: publishing.oldest?.rfc3339, lost: publishing.lost)
    }
}

extension Schema.Failed {
    package init(code: String, message: String, hint: String? = nil) {
        self.init(error: Body(code: code, message: message, hint: hint))
    }
}

extension Schema {
    /// The event as the output has it: its type, and one line of JSON without the line end; nil for what is no line.
    package static func record(_ event: Event) throws -> (type: String, json: Data)? {
        switch event {
        case .fix(let fix): ("fix", try json(Fix(fix)))
        case .milepost(let milepost): ("milepost", try json(Milepost(milepost)))
        case .state(let change): ("state", try json(State(change)))
        case .rejected(let fix, let reasons): ("rejected", try json(Rejected(fix, reasons)))
        case .superseded(let superseded): ("superseded", try json(Superseded(superseded)))
        case .summary(let summary): ("summary", try json(Summary(summary)))
        case .track, .trackHead, .settled: nil
        }
    }
}

extension Double {
    /// Nil for what JSON cannot hold.
    fileprivate var finite: Double? { isFinite ? self : nil }
}

/// A receiver computes more digits than it knows.
private func hundredths(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }
