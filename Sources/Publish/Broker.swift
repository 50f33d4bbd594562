import CMosquitto
import Concurrency
import Dispatch
import Domain
import FoundationEssentials
import Glibc
import Synchronization

/// The connection to a broker, on a thread of its own, made anew for as long as it runs.
///
/// MQTT 3.1.1 by libmosquitto. Each connection begins with nothing: what was not acknowledged on one is for the caller
/// to send again on the next, in an order of the caller's.
final class Broker: Sendable {
    enum Event: Sendable, Equatable {
        case connected
        /// There is no connection; one sentence why.
        case disconnected(String)
        /// The message of that id is the broker's now.
        case acknowledged(Int64)
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

    /// Seconds after which a silent connection is asked whether it is there, and at half more given up.
    private static let keepAlive: Int32 = 30
    /// Seconds for a connection to be answered.
    private static let connectTimeout = 15.0
    /// Seconds that a connection must last to be a success: one that is taken over at once is none.
    private static let steady = 20.0

    private let options: Options
    private let time: TimeSource
    private let deliver: @Sendable (Event) -> Void
    private let state = Mutex(State())
    /// Ends the wait between two tries.
    private let wake = DispatchSemaphore(value: 0)
    private let ended = FirstValue<Void>()

    private struct State {
        var client: Client?
        /// Of messages on their way, by libmosquitto's number.
        var ids: [Int32: Int64] = [:]
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

    /// Sends a message; an `id` is told when it has arrived. False while there is no connection.
    func publish(_ topic: String, _ payload: Data, isKept: Bool, id: Int64? = nil) -> Bool {
        state.withLock { state in
            // The lock is held until the number is noted: the answer, on the other thread, looks it up under it.
            guard let number = state.client?.publish(topic, payload, isKept: isKept) else {
                return false
            }
            if let id { state.ids[number] = id }
            return true
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

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func run() {
        mosquitto_lib_init()
        var backoff = Backoff(base: 1, cap: 30, random: time.random)
        var rivals = Rivals()
        // A name may have addresses of both families, of which one leads nowhere: they take turns.
        var isAnyFamily = true
        while !isStopping {
            let start = time.moment()
            let end = connection(bind: isAnyFamily ? nil : "0.0.0.0")
            if isStopping { break }
            let lasted = time.moment() - start
            rivals.note(end, lasted: lasted, steady: Self.steady)
            if end.wasConnected, lasted >= Self.steady { backoff.reset() }
            if !end.wasConnected { isAnyFamily.toggle() }
            deliver(.disconnected(rivals.isLikely ? rivals.sentence(options.clientID) : end.reason))
            _ = wake.wait(timeout: .now() + backoff.next())
        }
        ended.give(())
    }

    /// How a connection ended.
    struct End {
        var reason: String
        var wasConnected = false
    }

    private func connection(bind: String?) -> End {
        let reports = Reports()
        guard let client = Client(options, reports) else {
            return End(reason: "libmosquitto has no memory")
        }
        if let fault = client.prepare(options) { return End(reason: fault) }
        if let fault = client.connect(options.address, keepAlive: Self.keepAlive, bind: bind) {
            return End(reason: fault)
        }
        let isWanted = state.withLock { state in
            state.client = client
            return !state.isStopping
        }
        defer {
            // Nobody sends any more when the client is freed.
            state.withLock { state in
                state.client = nil
                state.ids = [:]
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
                if let refusal = refusal(answer) { return End(reason: refusal) }
                end.wasConnected = true
                deliver(.connected)
            }
            for number in reports.takeArrived() {
                let id = state.withLock { $0.ids.removeValue(forKey: number) }
                if let id { deliver(.acknowledged(id)) }
            }
            if let fault {
                end.reason = fault
                return end
            }
            if !end.wasConnected, time.moment() - start > Self.connectTimeout {
                end.reason = "it does not answer: check mqtt.url and the network"
                return end
            }
        }
    }
}

/// The answers to a connection that are a refusal (MQTT 3.1.1, section 3.2.2.3), each with its remedy.
private func refusal(_ code: Int32) -> String? {
    switch code {
    case 0: nil
    case 1: "it does not speak MQTT 3.1.1"
    case 2: "it does not take this client id: set mqtt.client_id to another"
    case 3: "it is not available for now"
    case 4: "it does not know this user and password: check mqtt.user and the password"
    case 5: "it does not allow this client: check mqtt.user, the password and its access list"
    default: "it refuses the connection with code \(code)"
    }
}

/// Two clients of one id throw each other out for ever (MQTT 3.1.1, section 3.1.4): seen by connections that are
/// answered and soon gone, again and again.
struct Rivals {
    private var short = 0

    var isLikely: Bool { short >= 3 }

    mutating func note(_ end: Broker.End, lasted: Double, steady: Double) {
        if end.wasConnected { short = lasted < steady ? short + 1 : 0 }
    }

    func sentence(_ clientID: String) -> String {
        "it ends each connection soon after it began: another client may use the id"
            + " \(clientID.printable); give this one its own with mqtt.client_id"
    }
}

/// What libmosquitto's callbacks said; they run inside of `loop`, so on the thread that reads this.
private final class Reports {
    var answer: Int32?
    private var arrived: [Int32] = []

    func note(arrived number: Int32) { arrived.append(number) }

    func takeArrived() -> [Int32] {
        defer { arrived.removeAll(keepingCapacity: true) }
        return arrived
    }
}

/// One client of libmosquitto, freed when nobody holds it.
///
/// May be used by several threads: after `mosquitto_threaded_set` libmosquitto locks what they share, and `loop`, which
/// alone calls back, is called by one.
private final class Client: @unchecked Sendable {
    private let handle: OpaquePointer

    init?(_ options: Broker.Options, _ reports: Reports) {
        // The reports outlive the callbacks: whoever calls `loop` holds them.
        let context = Unmanaged.passUnretained(reports).toOpaque()
        guard let handle = mosquitto_new(options.clientID, true, context) else { return nil }
        self.handle = handle
        mosquitto_threaded_set(handle, true)
        mosquitto_connect_callback_set(handle) { _, context, code in
            if let context {
                Unmanaged<Reports>.fromOpaque(context).takeUnretainedValue().answer = code
            }
        }
        mosquitto_publish_callback_set(handle) { _, context, number in
            if let context {
                Unmanaged<Reports>.fromOpaque(context).takeUnretainedValue().note(arrived: number)
            }
        }
    }

    deinit { mosquitto_destroy(handle) }

    /// Why it cannot be used, if so.
    func prepare(_ options: Broker.Options) -> String? {
        if let (topic, payload) = options.will?() {
            _ = payload.withUnsafeBytes {
                mosquitto_will_set(handle, topic, Int32($0.count), $0.baseAddress, 1, true)
            }
        }
        if !options.user.isEmpty {
            mosquitto_username_pw_set(handle, options.user, options.password)
        }
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        guard options.address.isEncrypted else { return nil }
        func path(_ file: String) -> String? { file.isEmpty ? nil : file }
        let authority = path(options.authorityFile)
        let code = mosquitto_tls_set(
            handle, authority, authority == nil ? "/etc/ssl/certs" : nil,
            path(options.certificateFile), path(options.certificateKeyFile), nil)
        guard code != MOSQ_ERR_SUCCESS.code else { return nil }
        return "its certificates cannot be read (\(sentence(code))): check mqtt.authority_file,"
            + " mqtt.certificate_file and mqtt.certificate_key_file"
    }

    /// Begins a connection; gives why it cannot be, if that is known at once.
    func connect(_ address: BrokerAddress, keepAlive: Int32, bind: String?) -> String? {
        let code = mosquitto_connect_bind_async(
            handle, address.host, Int32(address.port), keepAlive, bind)
        return code == MOSQ_ERR_SUCCESS.code ? nil : sentence(code)
    }

    /// Waits for something to do and does it; gives why the connection is over, if it is.
    func loop() -> String? {
        let code = mosquitto_loop(handle, 1000, 1)
        return code == MOSQ_ERR_SUCCESS.code ? nil : sentence(code)
    }

    /// The number of the message, which comes back when it has arrived; nil when it cannot be sent.
    func publish(_ topic: String, _ payload: Data, isKept: Bool) -> Int32? {
        var number: Int32 = 0
        let code = payload.withUnsafeBytes {
            mosquitto_publish(
                handle, &number, topic, Int32($0.count), $0.baseAddress, 1, isKept)
        }
        return code == MOSQ_ERR_SUCCESS.code ? number : nil
    }

    func disconnect() { mosquitto_disconnect(handle) }
}

private func sentence(_ code: Int32) -> String {
    let text =
        code == MOSQ_ERR_ERRNO.code
        ? String(cString: strerror(errno)) : String(cString: mosquitto_strerror(code))
    return text.last == "." ? String(text.dropLast()) : text
}

extension mosq_err_t {
    fileprivate var code: Int32 { Int32(rawValue) }
}
