import Domain
import Feed
import TestSupport

// Shared by the suites against the scripted gpsd.

/// A report of that second after 03:02 UTC.
func tpv(_ second: Int, mode: Int = 3, device: String = "/dev/ttyACM0") -> String {
    let time = "2026-05-04T03:02:\(second < 10 ? "0" : "")\(second).000Z"
    return
        #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)","lat":36.5,"lon":127.25,"eph":8.0}"#
}

/// The seconds of `tpv` that fixes are from.
func seconds(_ fixes: [Fix]) -> [Int] {
    fixes.compactMap { $0.time.map { Int($0.milliseconds / 1000 - 1_777_863_720) } }
}

/// A feed of `stub` that does not wait between connections.
func stubFeed(
    _ stub: GpsdStub, device: String? = nil, staleAfter: Double = 60, host: String = "127.0.0.1"
) -> GpsdFeed {
    GpsdFeed(
        address: GpsdAddress(host: host, port: stub.port, device: device),
        staleAfter: staleAfter, clock: InstantClock())
}
