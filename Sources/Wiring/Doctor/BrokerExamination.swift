import Domain
import Publish

/// Whether the MQTT broker takes this machine.
enum BrokerExamination {
    /// Seconds for a broker to answer.
    private static let patience = 10.0

    static func findings(_ assembly: Assembly) async -> [Finding] {
        let settings = assembly.settings
        guard let broker = settings.mqtt.broker else { return [] }
        let fault = await BrokerProbe.fault(
            settings.mqtt, at: broker, password: assembly.keys[KeyStore.broker]?.revealed,
            as: Speaker(settings, on: Machine(files: .machine)), within: patience,
            time: assembly.time)
        if let fault { return [.wrong("mqtt", "\(broker) is of no use: \(fault)")] }
        return [.well("mqtt", "\(broker) takes this machine")]
    }
}
