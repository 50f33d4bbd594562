import Domain
import Lookup
import Testing

@Suite("Cells")
struct CellTests {
    // 0.001°, 0.02° and 0.1° of DESIGN section 5, worked out by hand.
    @Test(
        "round to their centre, so no more than that is told",
        arguments: [
            (.address, 37.55471, 126.97063, 37.555, 126.971),
            (.weather, 37.55471, 126.97063, 37.56, 126.98),
            (.forecast, 37.55471, 126.97063, 37.6, 127.0),
            (.weather, -33.8688, -151.2093, -33.86, -151.2),
        ] as [(Part, Double, Double, Double, Double)])
    func center(
        part: Part, latitude: Double, longitude: Double, centerLatitude: Double,
        centerLongitude: Double
    ) {
        let cell = Cell(part, containing: place(latitude, longitude))
        #expect(cell.center == place(centerLatitude, centerLongitude))
    }

    @Test("are the same on both sides of zero, where −0 is 0")
    func zero() {
        let north = Cell(.address, containing: place(0.0001, 0.0001))
        let south = Cell(.address, containing: place(-0.0001, -0.0001))
        #expect(north == south)
        let keys = [north, south].map {
            CacheKey(cell: $0, provider: "a", language: .en).text
        }
        #expect(keys[0] == keys[1])
    }

    @Test("live as long as DESIGN says")
    func lifetime() {
        #expect(Part.weather.lifetime == 600)
        #expect(Part.forecast.lifetime == 3600)
        #expect(Part.address.lifetime >= 86_400)
    }
}
