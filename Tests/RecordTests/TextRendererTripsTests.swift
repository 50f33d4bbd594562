import Domain
import FoundationEssentials
import Record
import Testing

@Suite("Trips as text")
struct TextRendererTripsTests {
    private func weather(_ condition: String, _ temperature: Double) throws -> Schema.Weather {
        let json = #"{"condition":"\#(condition)","temperature":\#(temperature),"provider":"kma"}"#
        return try JSONDecoder().decode(Schema.Weather.self, from: Data(json.utf8))
    }

    private func trips() throws -> [Schema.Trip] {
        [
            Schema.Trip(
                trip: "2026-05-03T1502",
                from: Schema.TripEnd(
                    time: "2026-05-03T15:02:01.000Z", lat: 37.5, lon: 127,
                    address: "Seoul\u{1B}[31m",
                    weather: try weather("rain", 8.4)),
                to: Schema.TripEnd(
                    time: "2026-05-03T17:42:10.000Z", lat: 35.1, lon: 129, address: "Busan",
                    weather: try weather("clear", 11)),
                duration_s: 9609, distance_m: 325_400, top_speed: 83.5, points: 900),
            Schema.Trip(
                trip: "2026-05-04T1450",
                from: Schema.TripEnd(
                    time: "2026-05-04T14:50:00.000Z", lat: 35, lon: 129, address: nil, weather: nil),
                to: Schema.TripEnd(
                    time: "2026-05-04T15:10:00.000Z", lat: 35, lon: 129, address: nil, weather: nil),
                duration_s: 1200, distance_m: 950, top_speed: nil, points: 12),
        ]
    }

    @Test("tell name, times, distance, speed, way and weather in the zone of the reader")
    func english() throws {
        #expect(
            try Samples.renderer(.en, width: 100).render(trips()) == """
                2026-05-03T1502  Mon 4 May 2026, 00:02 – 02:42 · 325 km · 2 h 40 min · up to 301 km/h
                                 Seoul\\u001b[31m → Busan
                                 Rain, 8.4 °C → Clear, 11.0 °C
                2026-05-04T1450  Mon 4 May 2026, 23:50 – Tue 5 May 00:10 · 950 m · 20 min

                """)
    }

    @Test("in Korean")
    func korean() throws {
        #expect(
            try Samples.renderer(.ko, width: 100).render([trips()[0]]) == """
                2026-05-03T1502  2026년 5월 4일 (월) 00:02 – 02:42 · 325km · 2시간 40분 · 최고 301km/h
                                 Seoul\\u001b[31m → Busan
                                 비, 8.4°C → 맑음, 11.0°C

                """)
    }
}
