import CMosquitto
import Domain
import FoundationEssentials
import Glibc

/// What libmosquitto's callbacks said; they run inside of `loop`, so on the thread that reads this.
final class Reports {
    /// The answer to the connection.
    var answer: Int32?
    /// Why the broker ended it, if it said so.
    var goodbye: Int32?
    private var answered: [(number: Int32, reason: Int32)] = []

    func note(_ number: Int32, _ reason: Int32) { answered.append((number, reason)) }

    /// Messages that were answered since the last time, and how.
    func takeAnswered() -> [(number: Int32, reason: Int32)] {
        defer { answered.removeAll(keepingCapacity: true) }
        return answered
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Reports? {
        context.map { Unmanaged<Reports>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// One client of libmosquitto, freed when nobody holds it.
///
/// May be used by several threads: after `mosquitto_threaded_set` libmosquitto locks what they share, and `loop`, which
/// alone calls back, is called by one.
final class Client: @unchecked Sendable {
    /// Of MQTT. Only the newer one tells why a message was not taken.
    enum Version: Int32 {
        case v311 = 4
        case v5 = 5

        var other: Version { self == .v5 ? .v311 : .v5 }
    }

    private let handle: OpaquePointer

    init?(_ options: Broker.Options, _ version: Version, _ reports: Reports) {
        // The reports outlive the callbacks: whoever calls `loop` holds them.
        let context = Unmanaged.passUnretained(reports).toOpaque()
        guard let handle = mosquitto_new(options.clientID, true, context) else { return nil }
        self.handle = handle
        mosquitto_threaded_set(handle, true)
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version.rawValue)
        mosquitto_connect_v5_callback_set(handle) { _, context, code, _, _ in
            Reports.of(context)?.answer = code
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
            // Smaller ones are libmosquitto's own.
            if code >= 128 { Reports.of(context)?.goodbye = code }
        }
        mosquitto_publish_v5_callback_set(handle) { _, context, number, reason, _ in
            Reports.of(context)?.note(number, reason)
        }
    }

    deinit { mosquitto_destroy(handle) }

    /// Before the first one; again does nothing.
    static func prepareLibrary() { mosquitto_lib_init() }

    /// Why there is no connection.
    struct Fault {
        var text: String
        /// It is of TLS, and so perhaps of the clock.
        var isEncryption = false
        /// The other side hung up.
        var isLoss = false
    }

    /// What came of a message.
    enum Sending {
        /// Its number comes back when it has arrived.
        case sent(Int32)
        /// The connection is gone.
        case lost
        /// It will never be taken.
        case refused(String)
    }

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
    func connect(_ address: BrokerAddress, keepAlive: Int32, bind: String?) -> Fault? {
        fault(
            mosquitto_connect_bind_async(
                handle, address.host, Int32(address.port), keepAlive, bind))
    }

    /// Waits for something to do and does it; gives why the connection is over, if it is.
    func loop() -> Fault? { fault(mosquitto_loop(handle, 1000, 1)) }

    func publish(_ topic: String, _ payload: Data, isKept: Bool) -> Sending {
        var number: Int32 = 0
        let code = payload.withUnsafeBytes {
            mosquitto_publish(
                handle, &number, topic, Int32($0.count), $0.baseAddress, 1, isKept)
        }
        return switch code {
        case MOSQ_ERR_SUCCESS.code: .sent(number)
        case MOSQ_ERR_MALFORMED_UTF8.code, MOSQ_ERR_INVAL.code, MOSQ_ERR_PAYLOAD_SIZE.code,
            MOSQ_ERR_OVERSIZE_PACKET.code:
            .refused(sentence(code))
        default: .lost
        }
    }

    private func fault(_ code: Int32) -> Fault? {
        code == MOSQ_ERR_SUCCESS.code
            ? nil
            : Fault(
                text: sentence(code), isEncryption: code == MOSQ_ERR_TLS.code,
                isLoss: code == MOSQ_ERR_CONN_LOST.code)
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

/// What a broker says no with, as MQTT 3.1.1 (section 3.2.2.3) and MQTT 5 (section 2.4) number it.
enum Refusal {
    /// Of a connection, with its remedy; nil for a code that is none.
    static func sentence(_ code: Int32) -> String? {
        switch code {
        case 0: nil
        case 1, 132: "it does not speak this version of MQTT"
        case 2, 133: "it does not take this client id: set mqtt.client_id to another"
        case 3, 136, 137: "it is not available for now"
        case 4, 134: "it does not know this user and password: check mqtt.user and the password"
        case 5, 135:
            "it does not allow this client: check mqtt.user, the password and its access list"
        default: "it refuses the connection (\(words(code)))"
        }
    }

    /// Whether another version of MQTT may be welcome.
    static func isOfVersion(_ code: Int32) -> Bool { code == 1 || code == 132 }

    /// Whether another client with the same id took the connection over.
    static func isTakeover(_ code: Int32) -> Bool { code == 142 }

    /// Of a message; nil for one that was taken.
    static func sentence(_ reason: Int32, topic: String) -> String? {
        guard reason >= 128 else { return nil }
        let remedy =
            reason == 135
            ? "let this user write there in its access list, or change mqtt.topic,"
                + " mqtt.base_topic or mqtt.discovery" : "see the broker's log"
        return "it takes no message for \(topic.printable) (\(words(reason))): \(remedy)"
    }

    private static func words(_ code: Int32) -> String {
        mosquitto_reason_string(code).map { String(cString: $0) } ?? "code \(code)"
    }
}
