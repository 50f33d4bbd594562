import FoundationEssentials
import Glibc

/// What this process uses of the machine; what the system does not tell is absent.
package struct ProcessFigures: Hashable, Sendable {
    /// Seconds since 1970.
    package var startTime: Double?
    package var residentBytes: Double?
    package var openDescriptors: Int?
    package var mostDescriptors: Int?
    /// Seconds of processor time.
    package var cpu: Double?

    package init(
        startTime: Double? = nil, residentBytes: Double? = nil, openDescriptors: Int? = nil,
        mostDescriptors: Int? = nil, cpu: Double? = nil
    ) {
        self.startTime = startTime
        self.residentBytes = residentBytes
        self.openDescriptors = openDescriptors
        self.mostDescriptors = mostDescriptors
        self.cpu = cpu
    }

    /// By what proc(5) shows of a process now: times and memory.
    package static func of(_ pid: Int32) -> ProcessFigures {
        ProcessFigures(
            stat: text(of: "/proc/\(pid)/stat"), booted: booted(),
            ticks: Double(sysconf(Int32(_SC_CLK_TCK))),
            pageBytes: Double(sysconf(Int32(_SC_PAGESIZE))))
    }

    /// The same of this process, with its descriptors.
    package static func own() -> ProcessFigures {
        var limit = rlimit()
        let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        var figures = of(getpid())
        figures.openDescriptors = descriptors()
        figures.mostDescriptors = isLimited ? Int(exactly: limit.rlim_cur) : nil
        return figures
    }

    /// Reads /proc/PID/stat; `booted` is when the machine started, seconds since 1970.
    package init(stat: String, booted: Double, ticks: Double, pageBytes: Double) {
        // The name of the program may have spaces and brackets in it; what follows it has none.
        let fields = (stat.lastIndex(of: ")").map { stat[$0...] } ?? "").split(separator: " ")
        /// By the numbers of proc(5); the name is the second.
        func field(_ number: Int) -> Double? {
            fields.count > number - 2 ? Double(fields[number - 2]) : nil
        }
        if let start = field(22) { startTime = booted + start / ticks }
        if let user = field(14), let system = field(15) { cpu = (user + system) / ticks }
        if let pages = field(24) { residentBytes = pages * pageBytes }
    }

    /// By the clocks, as a service that is locked in does not see /proc/stat.
    private static func booted() -> Double {
        var (wall, up) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &wall)
        clock_gettime(CLOCK_BOOTTIME, &up)
        return Double(wall.tv_sec - up.tv_sec) + Double(wall.tv_nsec - up.tv_nsec) / 1e9
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func descriptors() -> Int? {
        // The folder itself is one of them while it is read.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map {
            $0.count - 1
        }
    }
}
