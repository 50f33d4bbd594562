internal import CExpat
import Domain
import Glibc

/// Feeds a GPX document to expat piece by piece; what it holds is one piece's points.
final class GPXParser {
    private let name: String
    private let parser: XML_Parser
    private(set) var isFinished = false
    /// Bytes given to the parser.
    private var taken = 0
    /// Why it ends early; to be told when the points before are given out.
    private(set) var failure: FeedError?

    /// Reached by expat's callbacks, which live as long as `parser`.
    private let track: GPXTrack

    init(name: String, withRoutes: Bool) {
        self.name = name
        track = GPXTrack(withRoutes: withRoutes)
        guard let parser = XML_ParserCreate(nil) else {
            // Only without memory, where nothing can go on.
            preconditionFailure("milepost is out of memory")
        }
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(track).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let name, let track = GPXTrack.behind(context) else { return }
                track.begin(localName(name), attributes: attributes)
            },
            { context, name in
                guard let name, let track = GPXTrack.behind(context) else { return }
                track.end(localName(name))
            })
        XML_SetCharacterDataHandler(parser) { context, text, count in
            guard let text, let track = GPXTrack.behind(context) else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            track.read(String(decoding: bytes, as: UTF8.self))
        }
    }

    deinit { XML_ParserFree(parser) }

    /// Bytes that one tag, comment or text may have: older releases of expat go through all of it again for each piece.
    private static let longestToken = 1 << 20
    /// Elements within each other; a GPX file of ours has seven.
    private static let deepest = 100

    /// Throws `damaged` with the line, unless there are points before, or `notARecording` for XML that is no GPX.
    func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(FeedError) {
        isFinished = isLast
        let status = XML_Parse(
            parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
            isLast ? 1 : 0)
        if let root = track.root, root != "gpx" {
            throw FeedError(
                .notARecording, "\(name): is XML, but <\(root)> and not <gpx>; export it as GPX")
        }
        taken += bytes.count
        var excess: String?
        if taken - Int(expat_shim_byte(parser)) > Self.longestToken {
            excess = "a tag or comment without end"
        } else if track.depth > Self.deepest {
            excess = "elements within elements without end"
        }
        guard status == XML_STATUS_ERROR || excess != nil else { return }
        let damage = damage(excess)
        guard hasPoints else { throw damage }
        failure = damage
    }

    private func damage(_ excess: String?) -> FeedError {
        isFinished = true
        let line = expat_shim_line(parser)
        let words =
            excess
            ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "error"
        guard track.root != nil else {
            return FeedError(.notARecording, "\(name): is no recording; line \(line): \(words)")
        }
        return FeedError(
            .damaged,
            "\(name): is damaged at line \(line) (\(words)); the points before it are used"
        )
    }

    var hasPoints: Bool { !track.points.isEmpty }

    /// Moves points to `fixes` until it has `limit`.
    func takePoints(_ fixes: inout [Fix], limit: Int) {
        let count = min(track.points.count, limit - fixes.count)
        fixes.append(contentsOf: track.points.prefix(count))
        track.points.removeFirst(count)
    }
}

extension GPXTrack {
    fileprivate static func behind(_ context: UnsafeMutableRawPointer?) -> GPXTrack? {
        context.map { Unmanaged<GPXTrack>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// `speed` of `gpxtpx:speed`: extensions repeat the core's names under prefixes of their own.
private func localName(_ name: UnsafePointer<XML_Char>) -> String {
    String(cString: strrchr(name, CInt(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) } ?? name)
}
