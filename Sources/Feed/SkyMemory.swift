import Glibc

/// The latest satellite report of each receiver, for the fixes that follow it.
struct SkyMemory {
    struct Receiver {
        /// Nil for reports that name no device.
        var name: String?
        var satellites: Int?
        /// Horizontal dilution of precision, a factor without unit.
        var hdop: Double?
    }

    /// More than a gpsd has; a sender that names ever new devices starts the memory anew.
    private static let limit = 64
    private var receivers = [Receiver()]
    /// Of each receiver, ended by a NUL.
    private var paths: [[CChar]] = [[0]]
    private var current = 0

    /// What is known of the device at `path`, made current.
    mutating func select(_ path: UnsafePointer<CChar>) -> Receiver {
        if strcmp(paths[current], path) != 0 { move(to: path) }
        return receivers[current]
    }

    mutating func remember(_ path: UnsafePointer<CChar>, satellites: Int?, hdop: Double) {
        _ = select(path)
        if let satellites { receivers[current].satellites = satellites }
        if hdop.isFinite, hdop > 0 { receivers[current].hdop = hdop }
    }

    /// A receiver without a fix has no satellites in use, and its dilution belongs to the past.
    mutating func forgetCurrent() {
        receivers[current].satellites = nil
        receivers[current].hdop = nil
    }

    private mutating func move(to path: UnsafePointer<CChar>) {
        if let known = paths.firstIndex(where: { strcmp($0, path) == 0 }) {
            current = known
            return
        }
        if receivers.count >= Self.limit {
            receivers.removeLast(Self.limit - 1)
            paths.removeLast(Self.limit - 1)
        }
        paths.append(Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1)))
        receivers.append(Receiver(name: String(cString: path)))
        current = receivers.count - 1
    }
}
