package import Foundation
import Glibc

/// A real gpsd fed by gpsfake from an NMEA log, on a port and in a folder of its own.
package final class RealGpsd {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    package enum Play {
        /// The log again and again, with this pause before each sentence; a client may come and go.
        case endless(secondsPerSentence: Double)
        /// The log once, with this pause before each sentence; gpsd ends 2 s after it.
        case once(secondsPerSentence: Double)
    }

    package let port: Int
    private let folder: URL
    private let process = Process()
    /// gpsd's own process, gpsfake's child.
    package private(set) var gpsd: Int32?

    /// Returns when gpsd accepts connections, on a free port unless one is given.
    ///
    /// Throws when gpsfake is missing or ends at once.
    package init(log: URL, play: Play, port: Int? = nil) throws {
        self.port = try port ?? freePort()
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("milepost-gpsd-\(getpid())-\(self.port)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // gpsd gives its rights up and must still reach what gpsfake puts here.
        chmod(folder.path, 0o755)
        try launch(log, play)
        try waitUntilReady()
    }

    private func launch(_ log: URL, _ play: Play) throws {
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = folder.path
        environment["PATH"] = (environment["PATH"] ?? "") + ":/usr/local/sbin:/usr/sbin:/sbin"
        process.environment = environment
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let speed =
            switch play {
            case .endless(let seconds): ["-c", String(seconds)]
            // gpsfake ends its gpsd so many seconds after the log; 0 would make it spin.
            case .once(let seconds): ["-1", "-c", String(seconds), "-W", "2"]
            }
        process.arguments =
            ["gpsfake", "-q", "-n"] + speed + ["-P", String(port), log.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try withSignalsUnblocked { try process.run() }
    }

    /// A child takes its parent thread's mask over, and a dispatch thread blocks SIGTERM: gpsfake would never end.
    private func withSignalsUnblocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    private func waitUntilReady() throws {
        let deadline = Date(timeIntervalSinceNow: 20)
        while !accepts(port: port) {
            guard process.isRunning, Date() < deadline else {
                stop()
                throw Failure(description: "gpsfake did not start a gpsd on port \(port)")
            }
            poll(nil, 0, 10)
        }
        gpsd = children().first
    }

    private func children() -> [Int32] {
        let pid = process.processIdentifier
        let text = try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    /// Ends gpsfake and its gpsd, and removes the folder.
    package func stop() {
        let children = children()
        if process.isRunning { process.terminate() }
        // gpsfake takes its gpsd along, but then hangs if it was writing to the receiver's terminal.
        let deadline = Date(timeIntervalSinceNow: 2)
        while process.isRunning, Date() < deadline { poll(nil, 0, 10) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        for child in children where kill(child, 0) == 0 { kill(child, SIGTERM) }
        try? FileManager.default.removeItem(at: folder)
    }
}
