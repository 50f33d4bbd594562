package import Domain
import Glibc

/// Pulls fixes out of a recording, in constant memory: gpsd JSON or GPX, told apart by content.
///
/// Reading blocks, so it belongs on a blocking thread; a reader is used by one thread only.
package final class RecordingReader {
    private enum Format {
        case unknown
        case json(Decoder)
        case gpx(GPXParser)
    }

    /// A foreign file is given up after so many bytes without one report of gpsd.
    private static let patience = 1 << 20

    private let name: String
    private let withRoutes: Bool
    /// A pipe may have nothing more to say for hours: then what has come is given out and not held.
    private let mayWait: Bool
    private let input: FileDescriptor
    private let buffer = LineBuffer()
    private var format = Format.unknown
    private var bytes = 0
    private var hasReport = false
    private var isAtEnd = false
    /// Given out before the error that ends the recording.
    private var failure: FeedError?

    private let log: Log?
    package private(set) var skipped = SkippedLines()
    private var told: Set<SkippedLine> = []

    /// Opens the file, or standard input for `-`. Throws `noSuchFile`, `notPermitted` or `unreadable`.
    ///
    /// `withRoutes` gives out the points of a GPX route too, which nobody has been to.
    ///
    /// `log` is told of the first line of each kind that is passed over, once it is known that this is a recording.
    package init(
        path: String, withRoutes: Bool = false, log: Log? = nil
    ) throws(FeedError) {
        self.log = log
        self.withRoutes = withRoutes
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, path: path) }
        name = path == "-" ? "standard input" : path
        input = FileDescriptor(descriptor)
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFIFO
        mayWait = kind != S_IFREG
        if kind == S_IFDIR {
            throw FeedError(.unreadable, "\(name): is a folder; name the recording in it")
        }
    }

    /// The next fixes, up to `limit` of them, from a pipe as soon as there are any; none at the end.
    ///
    /// Throws `notARecording`, `damaged` (after giving out what came before the damage) or `unreadable`.
    package func nextBatch(limit: Int) throws(FeedError) -> [Fix] {
        if let failure { throw failure }
        var fixes: [Fix] = []
        fixes.reserveCapacity(limit)
        do {
            try collect(&fixes, limit: limit)
        } catch {
            guard !fixes.isEmpty else { throw error }
            failure = error
        }
        return fixes
    }

    private func collect(_ fixes: inout [Fix], limit: Int) throws(FeedError) {
        while fixes.count < limit {
            switch format {
            case .unknown:
                guard try more() else { throw notARecording() }
                format = recognised()
            case .json(let decoder):
                try collectLines(decoder, &fixes, limit: limit)
                if mayWait, !fixes.isEmpty { return }
                if fixes.count < limit, try !more() {
                    if let rest = buffer.rest() { take(rest, decoder, &fixes) }
                    guard hasReport else { throw notARecording() }
                    for kind in skipped.samples.keys { tell(kind) }
                    return
                }
            case .gpx(let parser):
                parser.takePoints(&fixes, limit: limit)
                if !fixes.isEmpty { hasReport = true }
                if mayWait, !fixes.isEmpty { return }
                if fixes.count < limit, try !parse(parser) {
                    guard hasReport else { throw noTrack() }
                    return
                }
            }
        }
    }

    /// Reads on; false at the end of the input.
    private func more() throws(FeedError) -> Bool {
        guard !isAtEnd else { return false }
        let count = buffer.fill { input.read(into: $0, count: $1) }
        guard count >= 0 else { throw .system(errno, path: name) }
        isAtEnd = count == 0
        bytes += count
        return count > 0
    }

    private func noTrack() -> FeedError {
        FeedError(
            .notARecording,
            withRoutes
                ? "\(name): holds neither a track nor a route to drive along"
                : "\(name): holds no track; for a route there is `milepost simulate`")
    }

    private func notARecording() -> FeedError {
        guard bytes > 0 else {
            return FeedError(.notARecording, "\(name): is empty; nothing was recorded")
        }
        return FeedError(
            .notARecording,
            "\(name): is no recording; it should be gpsd JSON (gpspipe -w) or a GPX track")
    }
}

// gpsd JSON.
extension RecordingReader {
    private func collectLines(
        _ decoder: Decoder, _ fixes: inout [Fix], limit: Int
    ) throws(FeedError) {
        while fixes.count < limit, let line = buffer.next() { take(line, decoder, &fixes) }
        if !hasReport, bytes > Self.patience { throw notARecording() }
    }

    @inline(__always)
    private func take(_ line: LineBuffer.Line, _ decoder: Decoder, _ fixes: inout [Fix]) {
        guard case .text(let text) = line else {
            return skip(.tooLong, nil)
        }
        switch decoder.decode(text) {
        case .fix(let fix):
            hasReport = true
            fixes.append(fix)
        case .skipped(let kind): skip(kind, UnsafeBufferPointer(text))
        case .other where text.isEmpty: break
        default: hasReport = true
        }
    }
}

extension RecordingReader {
    private func skip(_ kind: SkippedLine, _ line: UnsafeBufferPointer<CChar>?) {
        // Of a file that turns out to be no recording the error says enough.
        if skipped.add(kind, line), hasReport { tell(kind) }
    }

    private func tell(_ kind: SkippedLine) {
        guard told.insert(kind).inserted else { return }
        log?(.warning, "\(name): a line that is \(skipped.told(kind)); it is passed over")
    }
}

// GPX, and telling the two apart.
extension RecordingReader {
    /// XML begins with `<`; anything else is read as lines, since noise may come before the first report.
    private func recognised() -> Format {
        let text = buffer.unread.drop { $0 <= 32 || [0xEF, 0xBB, 0xBF].contains($0) }
        // A document in UTF-16 begins with its byte order mark.
        let isWide =
            buffer.unread.starts(with: [0xFF, 0xFE]) || buffer.unread.starts(with: [0xFE, 0xFF])
        if text.first == 60 || isWide {
            return .gpx(GPXParser(name: name, withRoutes: withRoutes))
        }
        // Editors put a mark before the first line, which is no part of it.
        if buffer.unread.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.skip(3) }
        return .json(Decoder(source: .recording))
    }

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
