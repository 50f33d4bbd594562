import Concurrency
import Dispatch
import Domain
import FoundationEssentials
import Synchronization

/// The connection to a broker, on a thread of its own, made anew for as long as it runs.
///
/// MQTT 5, or 3.1.1 where the broker wants that, by libmosquitto. Each connection begins with nothing: what was not
/// acknowledged on one is for the caller to send again on the next, in an order of the caller's.
final class Broker: Sendable {
    enum Event: Sendable, Equatable {
        case connected
        /// There is no connection; one sentence why.
        case disconnected(String)
        /// The message of that id is the broker's now.
        case acknowledged(Int64)
        /// A message without an id was not taken; one sentence why.
        case refused(String)
    }

    /// What a connection is made with.
    struct Options: Sendable {
        let address: BrokerAddress
        let clientID: String
        let user: String
        let password: String?
        let authorityFile: String
        let certificateFile: String
        let certificateKeyFile: String
        /// What the broker tells when the connection breaks: topic and payload, kept there.
        let will: (@Sendable () -> (topic: String, payload: Data))?
        /// Seconds for a connection to be answered.
        var connectTimeout = 15.0
        /// Whether this machine knows the time, without which no certificate is valid.
        var isClockSet: @Sendable () -> Bool = { true }

        init(
            _ settings: PublishSettings, at address: BrokerAddress, clientID: String,
            password: String?, will: (@Sendable () -> (topic: String, payload: Data))?
        ) {
            self.address = address
            self.clientID = clientID
            self.password = password
            self.will = will
            user = settings.user
            authorityFile = settings.authorityFile
            certificateFile = settings.certificateFile
            certificateKeyFile = settings.certificateKeyFile
        }
    }

    /// Seconds after which a silent connection is asked whether it is there, and at twice that given up.
    private static let keepAlive: Int32 = 30
    /// Seconds that a connection must last to be a success: one that is taken over at once is none.
    private static let steady = 20.0
    static let silence = "it does not answer: check mqtt.url and the network"
    /// Seconds for a message to be answered.
    private static let answerTimeout = 60.0

    private let options: Options
    private let time: TimeSource
    private let deliver: @Sendable (Event) -> Void
    private let state = Mutex(State())
    /// Ends the wait between two tries.
    private let wake = DispatchSemaphore(value: 0)
    private let ended = FirstValue<Void>()

    private struct State {
        var client: Client?
        /// Messages on their way, by libmosquitto's number.
        var sent: [Int32: (id: Int64?, topic: String)] = [:]
        /// When the first of these was sent, or the last one before them answered.
        var lastAnswer = Moment(seconds: 0)
        var isStopping = false
    }

    /// `deliver` is called on the broker's thread; it must not block.
    init(
        _ options: Options, time: TimeSource, deliver: @escaping @Sendable (Event) -> Void
    ) {
        self.options = options
        self.time = time
        self.deliver = deliver
    }

    /// Connects, and goes on until `stop`. Called once.
    func start() { startThread { [self] in run() } }

    /// Sends a message; an `id` is told when it has arrived.
    func publish(
        _ topic: String, _ payload: Data, isKept: Bool, id: Int64? = nil
    ) -> Client.Sending {
        state.withLock { state in
            // The lock is held until the number is noted: the answer, on the other thread, looks it up under it.
            guard let sending = state.client?.publish(topic, payload, isKept: isKept) else {
                return .lost
            }
            if case .sent(let number) = sending {
                if state.sent.isEmpty { state.lastAnswer = time.moment() }
                state.sent[number] = (id, topic)
            }
            return sending
        }
    }

    /// Says goodbye, so that no will is told; returns when the thread has ended.
    func stop() async {
        leave()
        await ended.wait { [ended] in
            ended.give(())
        } begin: {
        }
    }

    /// The same without waiting.
    func leave() {
        state.withLock { state in
            state.isStopping = true
            state.client?.disconnect()
        }
        wake.signal()
    }

    /// Messages are on their way for so long that they will not arrive.
    private var isUnanswered: Bool {
        let now = time.moment()
        return state.withLock { !$0.sent.isEmpty && now - $0.lastAnswer > Self.answerTimeout }
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func run() {
        Client.prepareLibrary()
        var backoff = Backoff(base: 1, cap: 30, random: time.random)
        var rivals = Rivals()
        // A name may have addresses of both families, of which one leads nowhere: they take turns.
        var isAnyFamily = true
        var version = Client.Version.v5
        while !isStopping {
            let start = time.moment()
            let end = connection(version, bind: isAnyFamily ? nil : "0.0.0.0")
            if isStopping { break }
            let lasted = time.moment() - start
            if end.isOfVersion { version = version.other }
            if !end.wasConnected {
                // Who cannot even connect is thrown out by nobody.
                rivals = Rivals()
                isAnyFamily.toggle()
            } else if !end.isRefusal {
                rivals.note(lasted: lasted, steady: Self.steady)
                if lasted >= Self.steady { backoff.reset() }
            }
            let isRival = end.isTakeover || rivals.isLikely
            deliver(.disconnected(isRival ? rivals.sentence(options.clientID) : end.reason))
            _ = wake.wait(timeout: .now() + backoff.next())
        }
        ended.give(())
    }

    /// How a connection ended.
    struct End {
        var reason: String
        var wasConnected = false
        /// Another version of MQTT may do.
        var isOfVersion = false
        /// The broker says that another client has the same id; not every one does before it hangs up.
        var isTakeover = false
        /// It does not take what it is told.
        var isRefusal = false
    }

    private func connection(_ version: Client.Version, bind: String?) -> End {
        let reports = Reports()
        guard let client = Client(options, version, reports) else {
            return End(reason: "libmosquitto has no memory")
        }
        if let fault = client.prepare(options) { return End(reason: fault) }
        if let fault = client.connect(options.address, keepAlive: Self.keepAlive, bind: bind) {
            return End(reason: reason(fault))
        }
        let isWanted = state.withLock { state in
            state.client = client
            return !state.isStopping
        }
        defer {
            // Nobody sends any more when the client is freed.
            state.withLock { state in
                state.client = nil
                state.sent = [:]
            }
        }
        guard isWanted else { return End(reason: "") }
        return follow(client, reports)
    }

    private func follow(_ client: Client, _ reports: Reports) -> End {
        let start = time.moment()
        var end = End(reason: "")
        while true {
            let fault = client.loop()
            if let answer = reports.answer, !end.wasConnected {
                if let refusal = Refusal.sentence(answer) {
                    return End(reason: refusal, isOfVersion: Refusal.isOfVersion(answer))
                }
                end.wasConnected = true
                deliver(.connected)
            }
            for (number, reason) in reports.takeAnswered() {
                let now = time.moment()
                let sent = state.withLock { state in
                    state.lastAnswer = now
                    return state.sent.removeValue(forKey: number)
                }
                guard let sent else { continue }
                if let refusal = Refusal.sentence(reason, topic: sent.topic) {
                    // What must not be lost waits until the broker takes it.
                    guard sent.id == nil else {
                        client.disconnect()
                        return End(reason: refusal, wasConnected: true, isRefusal: true)
                    }
                    deliver(.refused(refusal))
                } else if let id = sent.id {
                    deliver(.acknowledged(id))
                }
            }
            if let fault {
                end.reason = reason(fault)
                end.isTakeover = reports.goodbye.map(Refusal.isTakeover) ?? false
                // An old broker hangs up on what it does not know.
                end.isOfVersion = !end.wasConnected && fault.isLoss
                return end
            }
            if isUnanswered {
                client.disconnect()
                end.reason = "it does not say that it has what it was sent: restart the broker"
                return end
            }
            if !end.wasConnected, time.moment() - start > options.connectTimeout {
                end.reason = Self.silence
                return end
            }
        }
    }

    private func reason(_ fault: Client.Fault) -> String {
        guard fault.isEncryption else { return fault.text }
        return options.isClockSet()
            ? "\(fault.text): check the broker's certificate and mqtt.authority_file"
            : "its certificate cannot be judged, as the clock of this machine is not set; it is tried"
                + " again until it is"
    }
}
