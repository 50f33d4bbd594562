import Domain
import Feed

/// A simulated drive as gpsd's own reports, with every field that it gives of a u-blox receiver.
struct Reports: Sequence, IteratorProtocol {
    private static let start = Coordinate(latitude: 37.5547, longitude: 126.9706)
    private let interval: Double
    private var time: Timestamp
    private var receiver: SimulatedReceiver

    /// `time` is that of the first report, `interval` the seconds between two.
    init(from time: Timestamp, interval: Double) throws {
        self.time = time
        self.interval = interval
        receiver = try Self.drive(interval, seed: 1)
    }

    /// There and back on a road of 20 km with a stop at each end, as long as wanted.
    private static func drive(_ interval: Double, seed: UInt64) throws -> SimulatedReceiver {
        guard let start else { throw Failure("the drive has no start") }
        let ring = (0...120).map { step in
            let angle = Double(step) * 3
            let out = angle <= 180 ? angle : 360 - angle
            return Route.Point(
                start.moved(north: out * 110, east: 0),
                stop: step % 60 == 0 ? 240 : 0)
        }
        guard let route = Route(ring) else { throw Failure("the drive has no length") }
        let drive = SimulatedDrive(
            route: route, settings: .init(cruise: 22, acceleration: 1.5, interval: interval))
        return SimulatedReceiver(
            drive: drive, settings: .init(start: Timestamp(milliseconds: 0), seed: seed))
    }

    /// The next report with its line end.
    mutating func next() -> String? {
        nextPoint().map {
            Self.line(
                $0.coordinate, time: $0.time, speed: $0.speed ?? 0, course: $0.course ?? 0,
                altitude: $0.altitude ?? 0)
        }
    }

    /// What the next report tells.
    mutating func nextPoint() -> TrackPoint? {
        var fix = receiver.next()
        if fix == nil {
            guard let anew = try? Self.drive(interval, seed: UInt64(time.milliseconds)) else {
                return nil
            }
            receiver = anew
            fix = receiver.next()
        }
        defer { time = time.adding(seconds: interval) }
        guard let fix, let place = fix.coordinate else { return nil }
        return TrackPoint(
            time: time, coordinate: place, altitude: fix.altitude, speed: fix.speed,
            course: fix.course)
    }

    /// One report of a good fix in the shape of gpsd 3.22.
    static func line(
        _ place: Coordinate, time: Timestamp, speed: Double, course: Double, altitude: Double
    ) -> String {
        let above = altitude.written(4)
        return #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"\#(time.rfc3339)","#
            + #""ept":0.005,"lat":\#(place.latitude.written(9)),"#
            + #""lon":\#(place.longitude.written(9)),"altHAE":\#((altitude + 23.6).written(4)),"#
            + #""altMSL":\#(above),"alt":\#(above),"epx":2.485,"epy":3.121,"epv":5.290,"#
            + #""track":\#(course.written(4)),"magtrack":\#(course.written(4)),"magvar":-8.6,"#
            + #""speed":\#(speed.written(3)),"climb":0.100,"eps":6.24,"epc":10.58,"#
            + #""geoidSep":23.600,"eph":4.180,"sep":6.460}"# + "\r\n"
    }
}

extension Double {
    /// With so many decimals, as gpsd writes.
    fileprivate func written(_ places: Int) -> String {
        let scale = (0..<places).reduce(1) { power, _ in power * 10 }
        let units = Int((abs(self) * Double(scale)).rounded())
        let decimals = String(units % scale)
        return (self < 0 && units > 0 ? "-" : "") + "\(units / scale)."
            + String(repeating: "0", count: places - decimals.count) + decimals
    }
}
