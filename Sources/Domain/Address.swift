/// Where a coordinate is, in words; every part may be missing.
package struct Address: Hashable, Codable, Sendable {
    /// One line in the order of the language: "31 Sejong-daero, Jung-gu, Seoul", "서울특별시 중구 세종대로 31".
    package var label: String
    package var country: String?
    /// ISO 3166-1 alpha-2, upper case.
    package var countryCode: String?
    package var state: String?
    package var county: String?
    package var city: String?
    package var district: String?
    package var street: String?
    package var houseNumber: String?
    package var postcode: String?
    /// The provider's own id of the place, for a human to look up; not stable between servers.
    package var placeID: String?
    package var provider: String
    /// Metres from the coordinate to the place that answered.
    package var distance: Double?

    package init(label: String, provider: String) {
        self.label = label
        self.provider = provider
    }
}
