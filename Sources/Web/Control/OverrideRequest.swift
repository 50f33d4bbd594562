import Domain

/// What `PUT /api/v1/override` asks for: a coordinate, or a place by its name.
enum OverrideRequest: Equatable {
    case coordinate(Override)
    case place(String, once: Bool)

    static let keys = ["lat", "lon", "alt", "name", "once", "place"]

    init(_ fields: RequestFields) throws(ControlError) {
        let once = try fields.flag("once") ?? false
        guard let place = try fields.text("place") else {
            self = .coordinate(try Self.coordinate(fields, once: once))
            return
        }
        if let other = ["lat", "lon", "alt", "name"].first(where: fields.names.contains) {
            throw ControlError(
                .badRequest, "place and \(other) are both given.",
                hint: "Give either lat and lon, or place.")
        }
        self = .place(place, once: once)
    }

    private static func coordinate(
        _ fields: RequestFields, once: Bool
    ) throws(ControlError) -> Override {
        let latitude = try fields.number("lat")
        let longitude = try fields.number("lon")
        guard let latitude, let longitude else {
            let missing =
                latitude == nil ? longitude == nil ? "lat and lon are" : "lat is" : "lon is"
            throw ControlError(
                .badRequest, "\(missing) missing.", hint: "Give either lat and lon, or place.")
        }
        guard abs(latitude) <= 90 else {
            throw ControlError(
                .badRequest, "lat \(latitude) is out of range: a latitude is from -90 to 90.",
                hint: "Are lat and lon swapped?")
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw ControlError(
                .badRequest, "lon \(longitude) is out of range: a longitude is from -180 to 180.")
        }
        let altitude = try fields.number("alt")
        if let altitude, !(-1000...100_000).contains(altitude) {
            throw ControlError(
                .badRequest,
                "alt \(altitude) is out of range: a height is from -1000 to 100000 metres.")
        }
        return Override(
            coordinate: coordinate, altitude: altitude,
            name: try fields.text("name"), once: once)
    }
}
