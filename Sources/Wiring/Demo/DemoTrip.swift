package import Domain
import Feed

/// The demo's trip: a KTX from Seoul to Busan, with everything a receiver does on a train.
package enum DemoTrip {
    package struct Town: Sendable {
        package var name: String
        package var korean: String
        package var coordinate: Coordinate
    }

    /// Where the demo's geocoder says the train is: the stations, and towns between them.
    package static let towns: [Town] =
        stations
        + places([
            ("Suwon", "수원", 37.2636, 127.0286), ("Pyeongtaek", "평택", 36.9921, 127.1129),
            ("Okcheon", "옥천", 36.3064, 127.5714), ("Yeongdong", "영동", 36.1750, 127.7764),
            ("Gumi", "구미", 36.1195, 128.3446), ("Chilgok", "칠곡", 35.9956, 128.4017),
            ("Gyeongsan", "경산", 35.8251, 128.7411), ("Yeongcheon", "영천", 35.9733, 128.9386),
            ("Yangsan", "양산", 35.3350, 129.0372),
        ])

    /// The stations of the Gyeongbu high-speed line with their coordinates to four decimals.
    package static let stations = places([
        ("Seoul", "서울", 37.5547, 126.9706), ("Gwangmyeong", "광명", 37.4165, 126.8849),
        ("Cheonan-Asan", "천안아산", 36.7946, 127.1046), ("Osong", "오송", 36.6200, 127.3275),
        ("Daejeon", "대전", 36.3324, 127.4346), ("Gimcheon (Gumi)", "김천(구미)", 36.1134, 128.1806),
        ("Dongdaegu", "동대구", 35.8797, 128.6286), ("Gyeongju", "경주", 35.7984, 129.1388),
        ("Ulsan", "울산", 35.5514, 129.1387), ("Busan", "부산", 35.1152, 129.0414),
    ])

    private static func places(_ list: [(String, String, Double, Double)]) -> [Town] {
        list.compactMap { name, korean, latitude, longitude in
            Coordinate(latitude: latitude, longitude: longitude).map {
                Town(name: name, korean: korean, coordinate: $0)
            }
        }
    }

    /// The receiver's reports of the whole trip, which begins at `start`.
    ///
    /// 300 km/h between the stations, two minutes at each; a tunnel of 12 km, poor accuracy over 15 km and one fix 25 km away.
    package static func fixes(from start: Timestamp) -> [Fix] {
        let points = stations.map { Route.Point($0.coordinate, stop: 120) }
        guard let route = Route(points) else { return [] }
        var receiver = SimulatedReceiver.Settings(start: start, seed: 305)
        receiver.tunnels = [290_000..<302_000]
        receiver.poor = [60_000..<75_000]
        receiver.outliers = [150_000]
        let drive = SimulatedDrive(
            route: route, settings: .init(cruise: 300 / 3.6, acceleration: 0.45, interval: 2))
        return Array(SimulatedReceiver(drive: drive, settings: receiver))
    }
}
