package import Domain
package import FoundationEssentials

/// What outlives a restart: the override in force, and the fix that would be `lost` without it.
///
/// Pausing is not kept: a forgotten pause would cost every ride after it.
package struct SavedState: Hashable, Sendable {
    package var override: Override?
    /// A good fix beyond noise of the last accepted one: where a power cut left the vehicle.
    package var unkept: Fix?

    package init(override: Override? = nil, unkept: Fix? = nil) {
        self.override = override
        self.unkept = unkept
    }

    /// Why a saved state was refused: one sentence.
    package struct Invalid: Error, Hashable, Sendable {
        package let message: String
    }
}

extension SavedState {
    private static let version = 1

    fileprivate struct Document: Codable {
        var version: Int
        var override: Place?
        var unkept: Report?
    }

    fileprivate struct Place: Codable {
        var lat: Double
        var lon: Double
        var alt: Double?
        var name: String?
    }

    fileprivate struct Report: Codable {
        var source: String
        var device: String?
        var mode: Int
        var time: String
        var lat: Double
        var lon: Double
        var alt: Double?
        var accuracy: Double?
        var speed: Double?
        var course: Double?
        var climb: Double?
        var sats: Int?
    }

    /// One line of JSON with a version.
    package func json() throws -> Data {
        try Schema.json(
            Document(
                version: Self.version, override: override.map(Place.init),
                unkept: unkept.flatMap(Report.init)))
    }

    /// Reads what `json` wrote, and refuses anything that is cut, empty, foreign or no place.
    package init(json: Data) throws(Invalid) {
        guard let document = try? JSONDecoder().decode(Document.self, from: json) else {
            throw Invalid(message: "The saved state is not readable; milepost starts without it.")
        }
        guard document.version == Self.version else {
            throw Invalid(
                message: "The saved state has version \(document.version) instead of "
                    + "\(Self.version); milepost starts without it.")
        }
        self.init()
        if let place = document.override {
            guard let override = place.override else { throw .noPlace("override") }
            self.override = override
        }
        if let report = document.unkept {
            guard let fix = report.fix else { throw .noPlace("last fix") }
            unkept = fix
        }
    }
}

extension SavedState.Invalid {
    fileprivate static func noPlace(_ what: String) -> SavedState.Invalid {
        SavedState.Invalid(
            message: "The saved state's \(what) is no place on Earth; milepost starts without it.")
    }
}

extension SavedState.Place {
    fileprivate init(_ override: Override) {
        self.init(
            lat: override.coordinate.latitude, lon: override.coordinate.longitude,
            alt: override.altitude, name: override.name)
    }

    /// 0,0 is a place here: whoever set it by hand meant it.
    fileprivate var override: Override? {
        Coordinate(latitude: lat, longitude: lon).map {
            Override(coordinate: $0, altitude: alt, name: name)
        }
    }
}

extension SavedState.Report {
    /// Nil without a time and a place: such a fix was never good.
    fileprivate init?(_ fix: Fix) {
        guard let time = fix.time, let place = fix.coordinate else { return nil }
        self.init(
            source: fix.source.rawValue, device: fix.device, mode: fix.mode.rawValue,
            time: time.rfc3339, lat: place.latitude, lon: place.longitude, alt: fix.altitude,
            accuracy: fix.accuracy, speed: fix.speed, course: fix.course, climb: fix.climb,
            sats: fix.satellites)
    }

    /// Nil unless it could have passed validity.
    fileprivate var fix: Fix? {
        guard let source = Fix.Source(rawValue: source), let mode = Fix.Mode(rawValue: mode),
            let time = Timestamp(rfc3339: time)
        else { return nil }
        let fix = Fix(
            source: source, device: device, mode: mode, time: time, latitude: lat, longitude: lon,
            altitude: alt, accuracy: accuracy, speed: speed, course: course, climb: climb,
            satellites: sats)
        return Validity.check(fix).rejections.isEmpty ? fix : nil
    }
}
