import Domain

/// The keys of one `[[privacy.zone]]`.
package let zoneTable = SectionList<ZoneSettings>(
    key: "privacy.zone",
    summary:
        "A place that is nobody's business, like home; one section for each. There nothing is looked up, and"
        + " nobody is told of it; the history and log files have it, but `milepost track` leaves it out.",
    fields: [
        .number(
            "lat", -90...90, "°", fallback: 37.5547, "The latitude of its middle.",
            read: { $0.latitude }, write: { $0.latitude = $1 }),
        .number(
            "lon", -180...180, "°", fallback: 126.9706, "The longitude of its middle.",
            read: { $0.longitude }, write: { $0.longitude = $1 }),
        .number(
            "radius_m", 10...100_000, "m", fallback: ZoneSettings().radius,
            "How far it reaches. The larger, the less its edge tells where its middle is.",
            read: { $0.radius }, write: { $0.radius = $1 }),
    ],
    begin: { ZoneSettings() },
    fault: { zone, _ in
        zone.zone == nil ? "privacy.zone needs lat and lon, the place of its middle" : nil
    })

extension SectionList<ZoneSettings>.Field {
    fileprivate static func number(
        _ name: String, _ range: ClosedRange<Double>, _ unit: String, fallback: Double,
        _ summary: String, read: @escaping @Sendable (ZoneSettings) -> Double?,
        write: @escaping @Sendable (inout ZoneSettings, Double) -> Void
    ) -> Self {
        Self(
            name: name, type: .number(range), unit: unit, summary: summary,
            fallback: .number(fallback), read: { read($0).map(SettingValue.number) },
            write: { if case .number(let number) = $1 { write(&$0, number) } })
    }
}
