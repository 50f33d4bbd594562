import Concurrency
import Domain
import Feed
import Gazetteer
import HTTP
import Lookup
import Synchronization

/// Looks at everything a run depends on and tells what is wrong with it.
package struct Doctor: Sendable {
    /// One line: what was looked at, how it is, and what to do if it is not well.
    package struct Finding: Sendable, CustomStringConvertible {
        package var isWell: Bool
        package var subject: String
        package var text: String

        package var description: String { "\(isWell ? "ok   " : "wrong") \(subject): \(text)" }
    }

    /// Seconds for a receiver to be heard: it reports each second, and gpsd needs a moment to wake it.
    private static let patience = 5.0

    private let assembly: Assembly

    package init(assembly: Assembly) { self.assembly = assembly }

    /// Tells each finding as soon as it is known.
    package func examine(_ tell: (Finding) throws -> Void) async rethrows {
        for finding in await receiver() { try tell(finding) }
        for finding in await places() { try tell(finding) }
        for finding in await network() { try tell(finding) }
        for finding in unasked() { try tell(finding) }
    }

    private func receiver() async -> [Finding] {
        let address = GpsdAddress(
            host: assembly.settings.gpsd.host, port: assembly.settings.gpsd.port)
        let heard = await listen()
        guard let receiver = heard.receiver, receiver.state != .waitingForGpsd else {
            return [
                Finding(
                    isWell: false, subject: "gpsd",
                    text: heard.receiver?.detail ?? "\(address) does not answer: start gpsd")
            ]
        }
        let gpsd = Finding(isWell: true, subject: "gpsd", text: "answers at \(address)")
        guard let fix = heard.fix else {
            return [
                gpsd,
                Finding(
                    isWell: false, subject: "receiver",
                    text: receiver.detail ?? "\(receiver.state.rawValue)"),
            ]
        }
        let accuracy = fix.accuracy.map { ", accurate to \(Int($0.rounded())) m" } ?? ""
        let satellites = fix.satellites.map { ", \($0) satellites" } ?? ""
        return [
            gpsd,
            Finding(
                isWell: true, subject: "receiver",
                text: "\(fix.device ?? "the receiver") has a fix\(accuracy)\(satellites)"),
        ]
    }

    /// What the receiver says until it has a fix, or for as long as one is patient.
    private func listen() async -> (receiver: Receiver?, fix: Fix?) {
        let heard = Heard()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await assembly.gpsd.run(heard.note) }
            group.addTask { await heard.enough.wait() }
            group.addTask { try? await assembly.time.sleep(Self.patience) }
            await group.next()
            group.cancelAll()
        }
        return heard.state.withLock { $0 }
    }

    private final class Heard: Sendable {
        let state = Mutex<(receiver: Receiver?, fix: Fix?)>((nil, nil))
        /// Told at the first fix.
        let enough = Stop()

        func note(_ event: FeedEvent) {
            switch event {
            case .receiver(let receiver): state.withLock { $0.receiver = receiver }
            case .fix(let fix) where fix.coordinate != nil && fix.mode.rawValue >= 2:
                state.withLock { $0.fix = fix }
                enough.tell()
            case .fix, .beat: break
            }
        }
    }

    /// Imports them if that was not done yet.
    private func places() async -> [Finding] {
        guard let gazetteer = assembly.gazetteer else { return [] }
        do throws(GazetteerError) {
            try await gazetteer.prepare()
            return [Finding(isWell: true, subject: gazetteer.name, text: "the places are ready")]
        } catch {
            return [Finding(isWell: false, subject: gazetteer.name, text: error.message)]
        }
    }

    private func network() async -> [Finding] {
        let settings = assembly.settings
        var seen: Set<String> = []
        let names = (settings.weatherProviders + settings.addressProviders).filter {
            Service.named($0) != nil && seen.insert($0).inserted
        }
        let http = HTTPClient(environment: assembly.environment)
        return await http.whileRunning {
            var findings: [Finding] = []
            for name in names {
                findings.append(await reach(name, settings[provider: name].baseURL, http))
            }
            return findings
        }
    }

    /// Any answer will do: what the provider says of requests is for its own test.
    private func reach(_ name: String, _ url: String, _ http: HTTPClient) async -> Finding {
        let request = HTTPRequest(
            url: url + "/",
            userAgent: UserAgent.text(
                version: Version.number, contact: assembly.settings.contact))
        do throws(HTTPError) {
            let response = try await http.send(request)
            return Finding(
                isWell: true, subject: name, text: "\(url) answers (status \(response.status))")
        } catch {
            return Finding(
                isWell: false, subject: name,
                text: "\(url) cannot be reached: \(error.message)")
        }
    }

    private func unasked() -> [Finding] {
        Unasked.all(in: assembly.settings, keys: assembly.keys).map { unasked in
            Finding(isWell: false, subject: unasked.provider, text: unasked.reason)
        }
    }
}
