package import Domain
import FoundationEssentials

/// Pulls fixes out of a recording, in constant memory, whatever its name: gpsd JSON, GPX, Milepost's own jsonl or an
/// OwnTracks Recorder's `.rec`, plain or as gzip. Of NMEA it gives the sentences, which a gpsd has to decode.
///
/// Reading blocks, so it does not belong on a thread of Swift's pool; a reader is used by one thread at a time.
package final class RecordingReader {
    private enum Content {
        case unknown
        case lines
        case gpx(GPXParser)
    }

    /// A foreign file is given up after so many bytes without one report.
    private static let patience = 1 << 20

    let input: RecordingInput
    let buffer = LineBuffer()
    private let withRoutes: Bool
    private var content = Content.unknown
    private var bytes = 0
    private var hasReport = false
    private(set) var isAtEnd = false
    /// Given out before the error that ends the recording.
    var failure: FeedError?

    /// What the lines are: gpsd's, until one settles it.
    private var format = RecordingFormat.gpsd
    private var isSettled = false
    private let decoder = Decoder(source: .recording)
    private let json = JSONDecoder()
    /// The one that settled that this is NMEA.
    var firstSentence: [CChar]?
    /// Known with the first.
    var areSentencesChecked = false

    private let log: Log?
    package private(set) var skipped = SkippedLines()
    private var told: Set<SkippedLine> = []

    /// Opens the file, or standard input for `-`. Throws `noSuchFile`, `notPermitted` or `unreadable`.
    ///
    /// `withRoutes` gives out the points of a GPX route too, which nobody has been to. `wake` ends the recording where
    /// a pipe is waited for. `log` is told of the first line of each kind that is passed over, once it is known that
    /// this is a recording.
    package init(
        path: String, withRoutes: Bool = false, wake: WakeUp? = nil, log: Log? = nil
    ) throws(FeedError) {
        self.log = log
        self.withRoutes = withRoutes
        input = try RecordingInput(path: path, wake: wake)
    }

    /// As errors name it.
    package var name: String { input.name }

    /// Standard input or a pipe, which can be read once only.
    package var isPipe: Bool { input.isPipe }

    /// Known when `nextBatch` has given nothing: the sentences are still to be read.
    package var isNMEA: Bool { format == .nmea }

    /// The next fixes, up to `limit` of them, from a pipe as soon as there are any; none at the end, and of NMEA.
    ///
    /// Throws `notARecording`, `damaged` (after giving out what came before the damage) or `unreadable`.
    package func nextBatch(limit: Int) throws(FeedError) -> [Fix] {
        if let failure { throw failure }
        var fixes: [Fix] = []
        fixes.reserveCapacity(limit)
        do {
            try collect(&fixes, limit: limit)
        } catch {
            if input.isCancelled { return fixes }
            guard !fixes.isEmpty else { throw error }
            failure = error
        }
        return fixes
    }

    private func collect(_ fixes: inout [Fix], limit: Int) throws(FeedError) {
        while fixes.count < limit, !isNMEA {
            switch content {
            case .unknown:
                guard try more() else { throw notARecording() }
                try recognise()
            case .lines:
                try collectLines(&fixes, limit: limit)
                if input.isPipe, !fixes.isEmpty { return }
                if fixes.count < limit, !isNMEA, try !more() {
                    return try finish(&fixes)
                }
            case .gpx(let parser):
                parser.takePoints(&fixes, limit: limit)
                if !fixes.isEmpty { hasReport = true }
                if input.isPipe, !fixes.isEmpty { return }
                if fixes.count < limit, let failure = parser.failure { throw failure }
                if fixes.count < limit, try !parse(parser) {
                    guard hasReport else { throw noTrack() }
                    return
                }
            }
        }
    }

    /// Reads on; false at the end of the input.
    func more() throws(FeedError) -> Bool {
        guard !isAtEnd else { return false }
        let count = try input.read(into: buffer.makeRoom())
        buffer.add(count)
        isAtEnd = count == 0
        bytes += count
        return count > 0
    }
}

// What it is.
extension RecordingReader {
    /// Anything that is no XML is read as lines, since noise may come before the first report.
    private func recognise() throws(FeedError) {
        // A pipe may bring the two bytes of the mark one by one.
        while buffer.unread.count < 2, try more() {}
        if RecordingFormat.isGzip(buffer.unread) {
            input.inflate(after: buffer.takeAll())
            while buffer.unread.count < 3, try more() {}
        }
        if RecordingFormat.isXML(buffer.unread) {
            content = .gpx(GPXParser(name: input.name, withRoutes: withRoutes))
            return
        }
        if buffer.unread.starts(with: RecordingFormat.byteOrderMark) { buffer.skip(3) }
        content = .lines
    }

    private func noTrack() -> FeedError {
        FeedError(
            .notARecording,
            withRoutes
                ? "\(input.name): holds neither a track nor a route to drive along"
                : "\(input.name): holds no track; for a route there is `milepost simulate`")
    }

    private func notARecording() -> FeedError {
        guard bytes > 0 else {
            return FeedError(.notARecording, "\(input.name): is empty; nothing was recorded")
        }
        return FeedError(
            .notARecording,
            "\(input.name): is no recording; it should be \(RecordingFormat.names)")
    }
}

// Lines.
extension RecordingReader {
    private func collectLines(_ fixes: inout [Fix], limit: Int) throws(FeedError) {
        // What a million reports go through: nothing is asked of each but what it says.
        if isSettled, format == .gpsd {
            let decoder = decoder
            while fixes.count < limit, let line = buffer.next() {
                guard case .text(let text) = line else {
                    skip(.tooLong, nil)
                    continue
                }
                take(decoder.decode(text), of: text, &fixes)
            }
            return
        }
        while fixes.count < limit, !isNMEA, let line = buffer.next() { take(line, &fixes) }
        if !hasReport, bytes > Self.patience { throw notARecording() }
    }

    private func finish(_ fixes: inout [Fix]) throws(FeedError) {
        if let rest = buffer.rest() { take(rest, &fixes) }
        guard hasReport else { throw notARecording() }
        for kind in skipped.samples.keys { tell(kind) }
    }

    private func take(_ line: LineBuffer.Line, _ fixes: inout [Fix]) {
        guard case .text(let text) = line else { return skip(.tooLong, nil) }
        if !isSettled, let format = RecordingFormat.settled(by: text) {
            self.format = format
            isSettled = true
        }
        switch format {
        case .milepost: take(MilepostLine.decode(text, with: json), of: text, &fixes)
        case .ownTracks: take(OwnTracksLine.decode(text, with: json), of: text, &fixes)
        case .nmea:
            hasReport = true
            firstSentence = NMEASentence(in: text).map { Array($0.bytes) }
        case .gpsd: take(decoder.decode(text), of: text, &fixes)
        }
    }

    @inline(__always)
    private func take(
        _ report: Report, of text: UnsafeMutableBufferPointer<CChar>, _ fixes: inout [Fix]
    ) {
        switch report {
        case .fix(let fix):
            hasReport = true
            isSettled = true
            fixes.append(fix)
        case .skipped(let kind): skip(kind, UnsafeBufferPointer(text))
        case .other where text.isEmpty: break
        default: hasReport = true
        }
    }

    func skip(_ kind: SkippedLine, _ line: UnsafeBufferPointer<CChar>?) {
        // Of a file that turns out to be no recording the error says enough.
        if skipped.add(kind, line), hasReport { tell(kind) }
    }

    private func tell(_ kind: SkippedLine) {
        guard told.insert(kind).inserted else { return }
        log?(.warning, "\(input.name): a line that is \(skipped.told(kind)); it is passed over")
    }
}

// GPX.
extension RecordingReader {
    /// Parses the bytes held, then reads on; false at the end.
    private func parse(_ parser: GPXParser) throws(FeedError) -> Bool {
        let held = buffer.takeAll()
        if !held.isEmpty {
            try parser.parse(held, isLast: false)
            return true
        }
        guard try !more() else { return true }
        if !parser.isFinished { try parser.parse(held, isLast: true) }
        return parser.hasPoints
    }
}
