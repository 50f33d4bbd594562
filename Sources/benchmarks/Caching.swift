import Domain
import Glibc
import Lookup

/// The addresses of 100,000 places, each another, in the cache, which has a limit: neither its file nor memory may grow
/// with the second half.
func measureCaching(_ bench: Bench) throws -> [Row] {
    let path = "\(bench.folder)/lookups.db"
    let log = Log(threshold: .error, now: now) { _, line in say(line) }
    let cache = LookupCache(path: path, now: Timestamp.now, log: log)
    var sizes: [Double] = []
    var resident: [Double] = []
    let before = now()
    for half in 0..<2 {
        wait(on: nil) {
            for number in half * 50_000..<(half + 1) * 50_000 { await write(number, to: cache) }
        }
        var file = stat()
        guard stat(path, &file) == 0 else { throw Failure("\(path) is not there") }
        sizes.append(Double(file.st_size) / 1e6)
        resident.append(ownResident())
    }
    return [
        Row("cache", "an address kept", "ms", [(now() - before) * 1000 / 100_000]),
        Row("cache", "its file after 100,000 places", "MB", [sizes[1]])
            .beside("after 50,000", [sizes[0]]).within(1.1, .ratio),
        Row("cache", "resident after 100,000 places", "MB", [resident[1]])
            .beside("after 50,000", [resident[0]]).within(1.1, .ratio),
    ]
}

private func write(_ number: Int, to cache: LookupCache) async {
    // No two in one cell of 0.001°.
    let place = Coordinate(
        latitude: -50 + Double(number % 500) * 0.2, longitude: -170 + Double(number / 500) * 0.2)
    guard let place else { return }
    let key = CacheKey(
        cell: Cell(.address, containing: place), provider: "nominatim", language: .en)
    var address = Address(
        label: "\(number) Long Street, Some City, Some Country", provider: "nominatim")
    address.street = "Long Street"
    address.city = "Some City"
    address.country = "Some Country"
    await cache.write(key, .found(.address(address)))
}

/// Memory of this program at this moment, MB.
private func ownResident() -> Double {
    guard let file = fopen("/proc/self/statm", "r") else { return .nan }
    defer { fclose(file) }
    var text = [UInt8](repeating: 0, count: 100)
    let count = fread(&text, 1, text.count, file)
    let words = String(decoding: text[..<count], as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = Double(words[1]) else { return .nan }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
}
