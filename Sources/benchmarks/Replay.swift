import CGPS
import CLinux
import Domain
import Glibc

/// Processor time and memory of a replay, beside libgps alone reading the same lines.
///
/// A shared machine's pace changes from second to second by more than what is measured here. So both run on one
/// processor and take turns of a quarter of a second.
func measureReplay(_ bench: Bench) throws -> [Row] {
    let program = Program(bench: bench)
    let long = "\(bench.folder)/million.json"
    let short = "\(bench.folder)/tenth.json"
    try record(1_000_000, to: long)
    try record(100_000, to: short)
    var cpu: [Double] = []
    var bare: [Double] = []
    var resident: [Double] = []
    var residentShort: [Double] = []
    try onOneProcessor {
        for _ in 0..<bench.rounds {
            let loop = try BareLoop(path: long)
            let child = try replay(long, program)
            while child.isRunning {
                usleep(250_000)
                child.signal(SIGSTOP)
                loop.unpack(20_000)
                child.signal(SIGCONT)
            }
            let whole = child.end()
            guard whole.succeeded else { throw Failure("milepost fails. \(program.complaints)") }
            cpu.append(whole.cpu)
            bare.append(loop.secondsPerLine * 1_000_000)
            resident.append(whole.resident)
            residentShort.append(try replay(short, program).end().resident)
        }
    }
    return [
        Row("replay", "CPU, 1,000,000 reports", "s", cpu).beside("gps_unpack alone", bare)
            .within(1.25, .ratio),
        Row("replay", "resident, 1,000,000 reports", "MB", resident)
            .beside("at 100,000", residentShort).within(32),
    ]
}

/// Runs `body`, and what it starts, on the one processor it is on; where that is not allowed, anywhere.
private func onOneProcessor<Result>(_ body: () throws -> Result) rethrows -> Result {
    var everywhere = linux_shim_processors()
    var one = linux_shim_processors()
    let number = Int(linux_shim_processor())
    guard linux_shim_get_processors(&everywhere) >= 0, 0..<1024 ~= number else { return try body() }
    withUnsafeMutableBytes(of: &one) { $0[number / 8] = 1 << UInt8(number % 8) }
    linux_shim_set_processors(&one)
    defer { linux_shim_set_processors(&everywhere) }
    return try body()
}

private func replay(_ path: String, _ program: Program) throws -> Child {
    try program.milepost(
        ["replay", "--lookups", "none", "--format", "json", path], output: "/dev/null")
}

/// Writes a recording of so many reports.
func record(_ count: Int, to path: String) throws {
    guard let file = fopen(path, "w") else {
        throw Failure("\(path) cannot be written: \(reason(errno))")
    }
    defer { fclose(file) }
    guard let start = Timestamp(rfc3339: "2025-06-01T00:00:00Z") else {
        throw Failure("the recording has no start")
    }
    for report in try Reports(from: start, interval: 1).prefix(count) { fputs(report, file) }
}

/// `gps_unpack` over the lines of a file, from its start again after its end; reading them is not counted.
private final class BareLoop {
    private let file: UnsafeMutablePointer<FILE>
    private let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
    private var lines = Lines()
    private var seconds = 0.0
    private var count = 0

    init(path: String) throws {
        guard let file = fopen(path, "r") else {
            throw Failure("\(path) cannot be read: \(reason(errno))")
        }
        self.file = file
        memset(data, 0, MemoryLayout<gps_data_t>.size)
    }

    deinit {
        data.deallocate()
        fclose(file)
    }

    /// At least so many lines.
    func unpack(_ wanted: Int) {
        var left = wanted
        while left > 0 {
            if !lines.fill(from: file) { rewind(file) }
            let before = ownSeconds()
            for start in lines.starts { gps_shim_unpack(lines.text + start, data) }
            seconds += ownSeconds() - before
            count += lines.starts.count
            left -= lines.starts.count
        }
    }

    var secondsPerLine: Double { seconds / Double(count) }
}

private func ownSeconds() -> Double {
    var used = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
    return used.seconds
}

/// Some thousand lines in memory, each ended by a NUL.
///
/// Few enough for this program to stay smaller than those it starts: the system counts a program's memory from before
/// it was loaded, when it was still its parent's.
private struct Lines: ~Copyable {
    private static let capacity = 1 << 20
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
    private(set) var starts: [Int] = []

    deinit { text.deallocate() }

    /// False at the end of the file.
    mutating func fill(from file: UnsafeMutablePointer<FILE>) -> Bool {
        starts.removeAll(keepingCapacity: true)
        var end = 0
        while Self.capacity - end > 4096, fgets(text + end, 4096, file) != nil {
            starts.append(end)
            end += strlen(text + end) + 1
        }
        return !starts.isEmpty
    }
}
