import Glibc
import Testing
import Web

@Suite("Process figures")
struct ProcessFiguresTests {
    /// The fields of proc(5): utime 14, stime 15, starttime 22, rss 24.
    private static let stat =
        "4242 (mile (post) x) S 1 4242 4242 0 -1 4194304 900 0 3 0 150 50 0 0 20 0 9 0 123400"
        + " 250000000 5000 18446744073709551615 1 1 0 0"

    @Test("are read by the numbers of proc(5), whatever the name of the program is")
    func fields() {
        let figures = ProcessFigures(
            stat: Self.stat, booted: 1_777_860_000, ticks: 100, pageBytes: 4096)
        #expect(figures.cpu == 2)
        #expect(figures.startTime == 1_777_861_234)
        #expect(figures.residentBytes == 20_480_000)
    }

    @Test("are absent where the system tells nothing", arguments: ["", "4242", "4242 (a) S 1"])
    func unknown(stat: String) {
        #expect(
            ProcessFigures(stat: stat, booted: 0, ticks: 100, pageBytes: 4096)
                == ProcessFigures())
    }

    @Test("of this process are those of a running one")
    func own() throws {
        let figures = ProcessFigures.own()
        let resident = try #require(figures.residentBytes)
        let descriptors = try #require(figures.openDescriptors)
        let start = try #require(figures.startTime)
        #expect(resident > 1e6)
        #expect(descriptors > 2)
        #expect(start <= Double(time(nil) + 1))
    }
}
