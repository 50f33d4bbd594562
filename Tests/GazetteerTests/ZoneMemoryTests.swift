import Domain
import Gazetteer
import Testing

@Suite("Memory of time zones")
struct ZoneMemoryTests {
    @Test("asks once for each cell of a hundredth of a degree, with the cell's centre")
    func cells() throws {
        var memory = ZoneMemory()
        var asked: [Coordinate] = []
        for (latitude, longitude) in [
            (37.501, 127.0), (37.504, 127.004), (37.496, 126.996), (37.506, 127),
        ] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let zone = try memory.zone(at: place) { center in
                asked.append(center)
                return "UTC"
            }
            #expect(zone == .utc)
        }
        #expect(asked.map(\.latitude) == [37.5, 37.51])
        #expect(asked.map(\.longitude) == [127, 127])
    }

    @Test("remembers also that there is none, and a zone this system does not know is none")
    func none() throws {
        var memory = ZoneMemory()
        var asked = 0
        for name in [nil, "Nowhere/Land"] as [String?] {
            let place = try #require(Coordinate(latitude: Double(asked), longitude: 0))
            for _ in 0..<2 {
                let zone = try memory.zone(at: place) { _ in
                    asked += 1
                    return name
                }
                #expect(zone == nil)
            }
        }
        #expect(asked == 2)
    }

    @Test("forgets all when it is full or told to")
    func bound() throws {
        var memory = ZoneMemory()
        var asked = 0
        func ask(_ cell: Int) throws {
            let place = try #require(Coordinate(latitude: 0, longitude: Double(cell) / 100))
            _ = try memory.zone(at: place) { _ in
                asked += 1
                return "UTC"
            }
        }
        for cell in 0..<ZoneMemory.capacity { try ask(cell) }
        try ask(0)
        #expect(asked == ZoneMemory.capacity)
        try ask(ZoneMemory.capacity)
        try ask(0)
        #expect(asked == ZoneMemory.capacity + 2)
        memory.forget()
        try ask(0)
        #expect(asked == ZoneMemory.capacity + 3)
    }
}
