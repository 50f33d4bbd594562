import Domain
import Record
import Store

extension Session {
    /// `milepost track`: the history as a file for other programs.
    func track() throws -> ExitCode {
        let (path, reader) = try history()
        let range = try selection(in: reader)
        let output = invocation.text(.output) ?? "-"
        let format =
            invocation.text(.format).flatMap { TrackFormat(rawValue: $0) }
            ?? TrackFormat(path: output) ?? .gpx
        var export = try TrackExport(
            reader: reader, range: range, format: format, renderer: renderer)
        guard export.hasAny else {
            throw CommandFailure(
                .negative, "The history has nothing of that time: `milepost track list` shows it.")
        }
        let file = try OutputFile(output, sparing: [path, path + "-wal", path + "-shm"])
        try export.write { bytes throws(CommandFailure) in try file.write(bytes) }
        try file.finish()
        return .done
    }
}

/// Reads a part of the history and writes it in a format, in pieces of constant size.
private struct TrackExport {
    private let reader: HistoryReader
    private let format: TrackFormat
    private let renderer: TextRenderer
    private var points: PointCursor
    private var mileposts: MilepostCursor
    /// Read and not yet written.
    private var nextMileposts: ArraySlice<ExportedMilepost> = []
    private var nextPoints: [TrackPoint]
    /// What holds until another is told.
    private var label: String?
    private var weather: (text: String?, time: Timestamp)?

    init(
        reader: HistoryReader, range: ClosedRange<Timestamp>, format: TrackFormat,
        renderer: TextRenderer
    ) throws {
        self.reader = reader
        self.format = format
        self.renderer = renderer
        points = reader.points(in: range)
        mileposts = reader.mileposts(in: range, parts: format.parts)
        nextPoints = try points.next()
        label = try reader.address(at: range.lowerBound)?.label
        weather = nil
        try readMileposts()
    }

    var hasAny: Bool { !nextPoints.isEmpty || !nextMileposts.isEmpty }

    mutating func write(_ put: ([UInt8]) throws -> Void) throws {
        var encoder = format.encoder
        var text = ExportText()
        encoder.begin(&text)
        if format.hasMilepostsFirst {
            while let milepost = nextMileposts.first {
                encoder.add(milepost, &text)
                try put(text.take())
                try passMilepost()
            }
        }
        while !nextPoints.isEmpty {
            for point in nextPoints {
                while let milepost = nextMileposts.first, milepost.time <= point.time {
                    encoder.add(milepost, &text)
                    try passMilepost()
                }
                encoder.add(point, &text)
            }
            try put(text.take())
            nextPoints = try points.next()
        }
        while let milepost = nextMileposts.first {
            encoder.add(milepost, &text)
            try passMilepost()
        }
        encoder.end(&text)
        try put(text.take())
    }

    private mutating func passMilepost() throws {
        nextMileposts = nextMileposts.dropFirst()
        if nextMileposts.isEmpty { try readMileposts() }
    }

    private mutating func readMileposts() throws {
        nextMileposts = []
        for record in try mileposts.next() { nextMileposts.append(try exported(record)) }
    }

    private mutating func exported(_ record: Schema.Milepost) throws -> ExportedMilepost {
        let time = Timestamp(rfc3339: record.time) ?? Timestamp(milliseconds: 0)
        if reader.leavesOut {
            // What was told last may be among what is left out; then nothing is known here.
            label = try reader.address(at: time)?.label
            weather = try reader.weather(at: time, age: HistoryReader.weatherAge).map {
                (renderer.headline($0), time)
            }
        }
        if record.address != nil || record.lacks(.address) { label = record.address?.label }
        if let told = record.weather { weather = (renderer.headline(told), time) }
        if let told = weather, time.seconds(since: told.time) > HistoryReader.weatherAge {
            weather = nil
        }
        return ExportedMilepost(record: record, time: time, label: label, weather: weather?.text)
    }
}

extension Schema.Milepost {
    /// Whether it tells that nobody knows the part there.
    fileprivate func lacks(_ part: Part) -> Bool {
        failures?.contains { $0.part == part.rawValue } ?? false
    }
}
