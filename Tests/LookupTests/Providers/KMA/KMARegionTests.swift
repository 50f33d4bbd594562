import Domain
import Lookup
import Testing

@Suite("Korea's mid-term regions")
struct KMARegionTests {
    @Test("are the 176 of the published table, each with the land forecast it belongs to")
    func table() throws {
        let rows = try Fixture.csv("kma/regions.csv")
        #expect(rows.count == 176)
        #expect(KMARegion.all.map(\.code) == rows.map { $0[0] })
        for (region, row) in zip(KMARegion.all, rows) {
            #expect(region.coordinate.latitude == Double(row[3]), "\(row)")
            #expect(region.coordinate.longitude == Double(row[4]), "\(row)")
            #expect(region.landCode == row[5], "\(row)")
        }
    }

    @Test(
        "the nearest one is told for a place",
        arguments: [
            (37.5547, 126.9707, "11B10101"), (36.7944, 127.1045, "11C20301"),
            (36.62, 127.3272, "11C10301"), (36.3323, 127.4343, "11C20401"),
            (35.8793, 128.6286, "11H10701"), (35.1152, 129.0413, "11H20201"),
            (35.1376, 126.791, "11F20501"), (34.7911, 126.3866, "21F20801"),
            (37.7645, 128.8997, "11D20501"),
            // Two towns of one name: the city by the sea and the station inland.
            (34.9476, 127.4893, "11F20405"), (35.0204, 127.3694, "11F20603"),
        ])
    func nearest(latitude: Double, longitude: Double, code: String) {
        #expect(KMARegion.nearest(to: place(latitude, longitude))?.code == code)
    }

    // A degree of latitude is 111.195 km on the sphere, so 60 km are 0.53959°.
    @Test("none is near beyond 60 km")
    func limit() throws {
        let jeju = try #require(KMARegion.all.first { $0.code == "11G00401" }).coordinate
        let south = jeju.latitude - 0.53959
        #expect(KMARegion.nearest(to: place(south + 0.0002, jeju.longitude))?.code == "11G00401")
        #expect(KMARegion.nearest(to: place(south - 0.0002, jeju.longitude)) == nil)
    }

    @Test("Dokdo and Ieodo have no land near them, but lie in Korea")
    func islets() {
        for islet in [place(37.2395, 131.8698), place(32.12, 125.18)] {
            #expect(KMARegion.nearest(to: islet) == nil)
            #expect(KMARegion.covers(islet))
        }
    }

    @Test(
        "Fukuoka, Izuhara, Haeju and the middle of the Yellow Sea are not covered",
        arguments: [(33.59, 130.4), (34.2, 129.29), (38.04, 125.71), (35.5, 124.3)])
    func abroad(latitude: Double, longitude: Double) {
        #expect(!KMARegion.covers(place(latitude, longitude)))
    }
}
