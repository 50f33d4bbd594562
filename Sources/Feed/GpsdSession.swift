import Domain
import Glibc

/// One connection to gpsd, followed on the thread that calls `run`.
///
/// The bytes are read here and not by `gps_read`, which gives the same −1 for the end, an error and a line over
/// 20 KiB, and hands lines to `gps_unpack` that keep it from ever returning.
struct GpsdSession {
    enum End: Equatable {
        case closed(String)
        /// Nothing was said for too long.
        case mute
        case cancelled
    }

    let connection: FileDescriptor
    let wake: WakeUp
    let staleAfter: Double
    /// Seconds; nil for no beat at all.
    let beatEvery: Double?
    let now: @Sendable () -> Moment
    let deliver: (FeedEvent) -> Void
    /// Told of lines passed over and of gpsd's own errors.
    let complain: (Complaint) -> Void
    var monitor: ReceiverMonitor

    private let decoder = Decoder(source: .gpsd)
    private let buffer = LineBuffer()
    private var lastLine: Moment
    private var lastBeat: Moment
    private var hasGreeted = false
    private var hasProbed = false

    init(
        connection: FileDescriptor, wake: WakeUp, staleAfter: Double, beatEvery: Double?,
        monitor: ReceiverMonitor, now: @escaping @Sendable () -> Moment,
        deliver: @escaping (FeedEvent) -> Void,
        complain: @escaping (Complaint) -> Void
    ) {
        self.connection = connection
        self.wake = wake
        self.staleAfter = staleAfter
        self.beatEvery = beatEvery
        self.monitor = monitor
        self.now = now
        self.deliver = deliver
        self.complain = complain
        lastLine = now()
        lastBeat = lastLine
    }

    /// Asks gpsd to report, and passes on what it says until the connection is of no use.
    mutating func run() -> End {
        tell(monitor.observe(.connected, at: lastLine))
        guard decoder.watch(connection.raw) else { return .closed(reason(errno)) }
        while true {
            switch wake.wait(for: connection, POLLIN, seconds: secondsToWait) {
            case .woken: return .cancelled
            case .ready: if let end = read() { return end }
            case .timedOut: break
            }
            let now = now()
            beat(at: now)
            tell(monitor.tick(at: now))
            if now - lastLine >= staleAfter, let end = silence(at: now) { return end }
        }
    }

    private var secondsToWait: Double {
        let now = now()
        let silence = lastLine + staleAfter
        let beat = beatEvery.map { lastBeat + $0 } ?? silence
        return min(silence, monitor.due(after: now) ?? silence, beat) - now
    }

    private mutating func beat(at now: Moment) {
        guard let beatEvery, now - lastBeat >= beatEvery else { return }
        lastBeat = now
        deliver(.beat)
    }

    private mutating func read() -> End? {
        let count = buffer.fill { recv(connection.raw, $0, $1, 0) }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return nil }
            return .closed(count == 0 ? "it closed the connection" : reason(errno))
        }
        let now = now()
        while let line = buffer.next() {
            lastLine = now
            hasProbed = false
            take(line, at: now)
        }
        return nil
    }

    private mutating func take(_ line: LineBuffer.Line, at now: Moment) {
        guard case .text(let text) = line else { return complain(.skipped(.tooLong, nil)) }
        switch decoder.decode(text) {
        case .fix(let fix):
            // The state first: whoever gets the fix knows then that there is one.
            tell(monitor.observe(.report(device: fix.device, mode: fix.mode), at: now))
            if monitor.isWanted(fix.device) { deliver(.fix(fix)) }
        case .devices(let devices): tell(monitor.observe(.devices(devices), at: now))
        case .device(let device): tell(monitor.observe(.device(device), at: now))
        case .version(let release):
            hasGreeted = true
            deliver(.greeting(release))
        case .error(let message): complain(.refused(message))
        case .skipped(let kind): complain(.skipped(kind, UnsafeBufferPointer(text)))
        case .sky, .other: break
        }
    }

    /// A gpsd without receivers has nothing to say, so it is asked once before it is given up.
    private mutating func silence(at now: Moment) -> End? {
        guard hasGreeted, !monitor.hasDevice, !hasProbed else { return .mute }
        hasProbed = true
        lastLine = now
        let request = "?DEVICES;\n"
        _ = send(connection.raw, request, request.utf8.count, Int32(MSG_NOSIGNAL))
        return nil
    }

    private func tell(_ receiver: Receiver?) {
        if let receiver { deliver(.receiver(receiver)) }
    }
}

enum Complaint {
    case skipped(SkippedLine, UnsafeBufferPointer<CChar>?)
    case refused(String)
}
