package import FoundationEssentials

/// The output as it is written: one JSON object an event, keys as here, absent when unknown.
///
/// This file is the schema. A key may be added; removing or changing one raises `version`.
package enum Schema {
    package static let version = 1

    /// `fix`: a fix is accepted.
    package struct Fix: Codable, Hashable, Sendable {
        package var type = "fix"
        package var seq: Int
        package var time: String
        package var lat: Double
        package var lon: Double
        package var alt: Double?
        package var accuracy: Double?
        package var speed: Double?
        package var course: Double?
        package var climb: Double?
        package var mode: Int
        package var sats: Int?
        package var source: String
        package var device: String?
        package var reasons: [String]
        package var distance: Double?
        package var local_time: String?
        package var time_zone: String?
    }

    /// `milepost`: the lookups of a fix ended and something changed or failed.
    package struct Milepost: Codable, Hashable, Sendable {
        package var type = "milepost"
        package var seq: Int
        package var time: String
        package var lat: Double
        package var lon: Double
        package var changed: [String]
        package var address: Address?
        package var weather: Weather?
        package var forecast: Forecast?
        package var failures: [Failure]?

        package init(
            seq: Int, time: String, lat: Double, lon: Double, changed: [String],
            address: Address? = nil, weather: Weather? = nil, forecast: Forecast? = nil,
            failures: [Failure]? = nil
        ) {
            self.seq = seq
            self.time = time
            self.lat = lat
            self.lon = lon
            self.changed = changed
            self.address = address
            self.weather = weather
            self.forecast = forecast
            self.failures = failures
        }
    }

    package struct Address: Codable, Hashable, Sendable {
        package var label: String
        package var country: String?
        package var country_code: String?
        package var state: String?
        package var county: String?
        package var city: String?
        package var district: String?
        package var street: String?
        package var house_number: String?
        package var postcode: String?
        package var place_id: String?
        package var provider: String
        package var distance_m: Double?
    }

    package struct Weather: Codable, Hashable, Sendable {
        package var condition: String?
        package var description: String?
        package var icon: String?
        package var temperature: Double?
        package var feels_like: Double?
        package var humidity: Double?
        package var pressure: Double?
        package var wind_speed: Double?
        package var wind_gust: Double?
        package var wind_direction: Double?
        package var clouds: Double?
        package var visibility: Double?
        package var rain_1h: Double?
        package var snow_1h: Double?
        package var sunrise: String?
        package var sunset: String?
        package var observed_at: String?
        package var station: String?
        package var provider: String
    }

    package struct Forecast: Codable, Hashable, Sendable {
        package struct Day: Codable, Hashable, Sendable {
            package var date: String
            package var min: Double?
            package var max: Double?
            package var condition: String?
            package var precipitation_probability: Double?
            package var precipitation: Double?
        }

        package struct Hour: Codable, Hashable, Sendable {
            package var time: String
            package var temperature: Double?
            package var condition: String?
            package var precipitation_probability: Double?
            package var precipitation: Double?
            package var wind_speed: Double?
        }

        package var provider: String
        package var issued_at: String?
        package var days: [Day]
        package var hours: [Hour]
    }

    package struct Failure: Codable, Hashable, Sendable {
        package var part: String
        package var provider: String
        package var code: String
        package var message: String
        package var retry_at: String?
    }

    /// `state`: the mode or the receiver's state changed.
    package struct State: Codable, Hashable, Sendable {
        package var type = "state"
        package var mode: String
        package var receiver: String
        package var since: String
        package var detail: String?
    }

    /// `rejected`: only with `--explain`.
    package struct Rejected: Codable, Hashable, Sendable {
        package var type = "rejected"
        package var time: String?
        package var lat: Double?
        package var lon: Double?
        package var accuracy: Double?
        package var reasons: [String]
    }

    /// `superseded`: only with `--explain`.
    package struct Superseded: Codable, Hashable, Sendable {
        package var type = "superseded"
        package var seq: Int
        package var by: Int
        package var parts: [String]
    }

    /// `summary`: at the end of a replay, a simulation or the demo.
    package struct Summary: Codable, Hashable, Sendable {
        package var type = "summary"
        package var fixes: Int
        package var accepted: Int
        package var rejected: [String: Int]
        package var track_points: Int
        package var distance_m: Double
        package var requests: Int
        package var cache_hits: Int
        package var cancelled: Int
        package var wall_s: Double
    }

    /// The answer to `refresh` and `override`.
    package struct Answer: Codable, Hashable, Sendable {
        package var fix: Fix
        package var milepost: Milepost?
    }

    /// The answer to `status`.
    package struct Status: Codable, Hashable, Sendable {
        /// The keys of a fix, and beside them how old it is and whether it still tells the place.
        package struct LastFix: Codable, Hashable, Sendable {
            package var fix: Fix
            package var age_s: Double
            package var stale: Bool

            private enum CodingKeys: String, CodingKey { case age_s, stale }

            init(fix: Fix, age_s: Double, stale: Bool) {
                self.fix = fix
                self.age_s = age_s
                self.stale = stale
            }

            package init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                fix = try Fix(from: decoder)
                age_s = try container.decode(Double.self, forKey: .age_s)
                stale = try container.decode(Bool.self, forKey: .stale)
            }

            package func encode(to encoder: any Encoder) throws {
                try fix.encode(to: encoder)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(age_s, forKey: .age_s)
                try container.encode(stale, forKey: .stale)
            }
        }

        package struct Provider: Codable, Hashable, Sendable {
            package var name: String
            package var parts: [String]
            package var requests: Int
            package var failures: Int
            package var blocked: String?
            package var retry_at: String?
        }

        package struct Publishing: Codable, Hashable, Sendable {
            package var broker: String
            package var connected: Bool
            package var reason: String?
            /// Messages that wait, and the time of the oldest.
            package var queue: Int
            package var oldest: String?
            /// Messages that were dropped unsent.
            package var lost: Int
        }

        package var version: String
        package var mode: String
        package var receiver: String
        package var since: String
        package var detail: String?
        package var fix: LastFix?
        package var address: Address?
        package var weather: Weather?
        package var forecast: Forecast?
        package var counters: Summary
        package var providers: [Provider]
        package var queue: Int
        package var mqtt: Publishing?
    }

    /// A place found by name.
    package struct Place: Codable, Hashable, Sendable {
        package var label: String
        package var lat: Double
        package var lon: Double
        package var provider: String
        package var population: Int?
    }

    /// `milepost track list`: one trip.
    package struct Trip: Codable, Hashable, Sendable {
        /// Its name: the time it began, in UTC.
        package var trip: String
        package var from: TripEnd
        package var to: TripEnd
        package var duration_s: Double
        package var distance_m: Double
        package var top_speed: Double?
        package var points: Int

        package init(
            trip: String, from: TripEnd, to: TripEnd, duration_s: Double, distance_m: Double,
            top_speed: Double?, points: Int
        ) {
            self.trip = trip
            self.from = from
            self.to = to
            self.duration_s = duration_s
            self.distance_m = distance_m
            self.top_speed = top_speed
            self.points = points
        }
    }

    /// Where and when a trip began or ended.
    package struct TripEnd: Codable, Hashable, Sendable {
        package var time: String
        package var lat: Double
        package var lon: Double
        /// In one line.
        package var address: String?
        package var weather: Weather?

        package init(
            time: String, lat: Double, lon: Double, address: String?, weather: Weather?
        ) {
            self.time = time
            self.lat = lat
            self.lon = lon
            self.address = address
            self.weather = weather
        }
    }

    /// `milepost privacy`: what one host is told.
    package struct Disclosure: Codable, Hashable, Sendable {
        /// Places are told as the centre of a square that holds them.
        package struct Place: Codable, Hashable, Sendable {
            package var part: String
            /// The side of the square, and about how many metres that is from north to south.
            package var precision_deg: Double
            package var precision_m: Double
        }

        package var host: String
        package var provider: String
        package var places: [Place]
        /// Names that are searched for, as they were typed.
        package var names: Bool
        /// Every accepted fix as it is, and what was found there.
        package var fixes: Bool
        package var key: Bool
        package var language: String?
        package var contact: String?
        /// "key" or "contact": it is not asked for want of that, and told nothing.
        package var lacks: String?
        package var requests_24h: Int
    }

    /// `milepost doctor`: one thing that was looked at.
    package struct Finding: Codable, Hashable, Sendable {
        package var subject: String
        package var ok: Bool
        /// How it is, and what to do if it is not well.
        package var text: String

        package init(subject: String, ok: Bool, text: String) {
            self.subject = subject
            self.ok = ok
            self.text = text
        }
    }

    /// `milepost tune`: what one choice of settings makes of a recording.
    package struct Tuning: Codable, Hashable, Sendable {
        package var settings: String
        package var fixes: Int
        package var accepted: Int
        /// By part.
        package var requests: [String: Int]
        package var track_points: Int
        package var distance_m: Double
        package var greatest_gap_s: Double?
        package var longest_stretch_m: Double
    }

    /// An error of the control API.
    package struct Failed: Codable, Hashable, Sendable {
        package struct Body: Codable, Hashable, Sendable {
            package var code: String
            package var message: String
            package var hint: String?
        }
        package var error: Body
    }
}

extension Schema {
    /// One line of JSON with keys in a fixed order, without the line end.
    ///
    /// What JSON allows but a terminal or a line reader stumbles over is escaped, so it stays the same text.
    package static func json(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escaped(try encoder.encode(value))
    }

    private static func escaped(_ json: Data) -> Data {
        // Every unprintable scalar that the encoder leaves begins with one of these bytes or is DEL.
        let beginnings: [UInt8] = [0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3]
        let isSuspect = json.withUnsafeBytes { $0.contains(where: beginnings.contains) }
        guard isSuspect else { return json }
        var result = ""
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            result += scalar.isUnprintable ? scalar.escape : String(scalar)
        }
        return Data(result.utf8)
    }
}
