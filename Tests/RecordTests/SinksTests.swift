import Record
import Testing

@Suite("Sinks", .serialized)
struct SinksTests {
    @Test("a dash is standard output, anything else a file, and a wrong path an error")
    func make() async throws {
        let bench = try Bench()
        let encoder = try bench.encoder()
        #expect(try makeSink(path: "-", encoder: encoder, log: bench.log) is StdoutSink)
        #expect(try makeSink(path: bench.path("%Y"), encoder: encoder, log: bench.log) is LogFile)
        #expect(throws: RecordError.self) {
            try makeSink(path: "%Q", encoder: encoder, log: bench.log)
        }
    }

    @Test("only files have a head and an end", arguments: Format.allCases)
    func documents(format: Format) throws {
        let bench = try Bench()
        let encoder = try bench.encoder(format)
        let sink = try makeSink(path: bench.path("log"), encoder: encoder, log: bench.log)
        #expect(sink.wantsTrack == format.isDocument)
        let standard = try? makeSink(path: "-", encoder: encoder, log: bench.log)
        #expect((standard == nil) == format.isDocument)
    }
}
