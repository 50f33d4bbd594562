import CGPS
import CLinux
import Domain
import Glibc

/// Processor time and memory of a replay, beside libgps alone reading the same lines.
///
/// A shared machine's pace changes from second to second by more than what is measured here. So both run on one
/// processor, and each replay is held against the loop before it and the loop after it.
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
        var before = try unpackAll(long)
        for _ in 0..<bench.rounds {
            let whole = try replay(long, program)
            let after = try unpackAll(long)
            cpu.append(whole.cpu)
            bare.append((before + after) / 2)
            before = after
            resident.append(whole.resident)
            residentShort.append(try replay(short, program).resident)
        }
    }
    return [
        Row("replay", "CPU, 1,000,000 reports", "s", cpu).beside("gps_unpack alone", bare)
            .within(1.25, .ratio),
        Row("replay", "resident, 1,000,000 reports", "MiB", resident)
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

private func replay(_ path: String, _ program: Program) throws -> Child.Usage {
    let child = try program.milepost(
        ["replay", "--lookups", "none", "--format", "json", path], output: "/dev/null")
    return child.end()
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

/// Seconds of processor time that `gps_unpack` takes for every line of a file; reading it is not counted.
private func unpackAll(_ path: String) throws -> Double {
    guard let file = fopen(path, "r") else {
        throw Failure("\(path) cannot be read: \(reason(errno))")
    }
    defer { fclose(file) }
    let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
    memset(data, 0, MemoryLayout<gps_data_t>.size)
    defer { data.deallocate() }
    var lines = Lines()
    var total = 0.0
    while lines.fill(from: file) {
        let before = ownSeconds()
        for start in lines.starts { gps_shim_unpack(lines.text + start, data) }
        total += ownSeconds() - before
    }
    return total
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
