import Concurrency
package import Domain
import FoundationEssentials

/// Asks a broker whether it takes this client, without telling it anything.
package enum BrokerProbe {
    /// Nil when it does, else one sentence why not; after `seconds` that it does not answer.
    package static func fault(
        _ settings: PublishSettings, at address: BrokerAddress, password: String?,
        as speaker: Speaker, within seconds: Double, time: TimeSource = .live
    ) async -> String? {
        let verdict = FirstValue<String?>()
        // An id of its own: that of the daemon would throw the daemon out.
        let options = Broker.Options(
            settings, at: address, clientID: speaker.clientID + "-doctor", password: password,
            will: nil)
        let broker = Broker(options, time: time) { event in
            switch event {
            case .connected: verdict.give(nil)
            case .disconnected(let reason): verdict.give(reason)
            case .acknowledged: break
            }
        }
        broker.start()
        let limit = Task {
            try await time.sleep(seconds)
            verdict.give("it does not answer: check mqtt.url and the network")
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
