import Domain
import Foundation
import Gate
import Testing

@Suite("Saved state")
struct SavedStateTests {
    private var unkept: Fix {
        var fix = fix(1.5, north: 10, accuracy: 7, speed: 3)
        fix.altitude = 50
        fix.course = 90
        fix.climb = 0.5
        fix.satellites = 9
        return fix
    }

    @Test("reads what it wrote")
    func round() throws {
        let place = try #require(Coordinate(latitude: 35, longitude: 129))
        for state in [
            SavedState(), SavedState(unkept: unkept),
            SavedState(
                override: Override(coordinate: place, altitude: 10, name: "해운대 \"1\""),
                unkept: unkept),
        ] {
            #expect(try SavedState(json: state.json()) == state)
        }
    }

    @Test("an override to 0,0 is whoever set it's own decision")
    func zeroOverride() throws {
        let place = try #require(Coordinate(latitude: 0, longitude: 0))
        let state = SavedState(override: Override(coordinate: place))
        #expect(try SavedState(json: state.json()) == state)
    }

    @Test(
        "R08 refuses nonsense",
        arguments: [
            "", "{\"lat\":0,\"lon\":0}", "{\"lat\":36.5,\"lo", "[]", "null",
            String(repeating: "\0", count: 40), "{\"version\":2}",
            "{\"version\":1,\"override\":{\"lat\":90.5,\"lon\":0}}",
            "{\"version\":1,\"override\":{\"lat\":36.5}}",
            "{\"version\":1,\"unkept\":{\"lat\":0,\"lon\":0,\"mode\":3,\"source\":\"gpsd\","
                + "\"time\":\"2026-05-04T03:02:01.000Z\"}}",
            "{\"version\":1,\"unkept\":{\"lat\":36.5,\"lon\":127,\"mode\":1,\"source\":\"gpsd\","
                + "\"time\":\"2026-05-04T03:02:01.000Z\"}}",
            "{\"version\":1,\"unkept\":{\"lat\":36.5,\"lon\":127,\"mode\":3,\"source\":\"gpsd\","
                + "\"time\":\"yesterday\"}}",
        ])
    func nonsense(text: String) {
        #expect(throws: SavedState.Invalid.self) { try SavedState(json: Data(text.utf8)) }
    }

    @Test("names the thing that is wrong, in one sentence")
    func message() {
        #expect {
            try SavedState(json: Data("{\"version\":2}".utf8))
        } throws: { error in
            (error as? SavedState.Invalid)?.message
                == "The saved state has version 2 instead of 1; milepost starts without it."
        }
    }
}
