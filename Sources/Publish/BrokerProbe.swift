import Concurrency
package import Domain
import FoundationEssentials
import Synchronization

/// Asks a broker whether it takes this client, without telling it anything.
package enum BrokerProbe {
    /// Nil when it does, else one sentence why not; after `seconds` that it does not answer.
    package static func fault(
        _ settings: PublishSettings, at address: BrokerAddress, password: String?,
        as speaker: Speaker, within seconds: Double, time: TimeSource = .live
    ) async -> String? {
        let verdict = FirstValue<String?>()
        // An id of its own: that of the daemon would throw the daemon out.
        var options = Broker.Options(
            settings, at: address, clientID: speaker.clientID + "-doctor", password: password,
            will: nil)
        options.connectTimeout = seconds / 3
        let last = Mutex<String?>(nil)
        let broker = Broker(options, time: time) { event in
            switch event {
            case .connected: verdict.give(nil)
            // The second is one of the other family of addresses, if there are two.
            case .disconnected(let reason):
                let isFirst = last.withLock { last in
                    defer { last = reason }
                    return last == nil
                }
                if !isFirst { verdict.give(reason) }
            case .acknowledged, .refused: break
            }
        }
        broker.start()
        let limit = Task {
            try await time.sleep(seconds)
            verdict.give(
                last.withLock { $0 } ?? Broker.silence)
        }
        let fault = await verdict.wait {
            verdict.give("the question was cancelled")
        } begin: {
        }
        limit.cancel()
        broker.leave()
        return fault
    }
}
