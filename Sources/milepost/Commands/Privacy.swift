import Domain
import Publish
import Wiring

extension Session {
    /// `milepost privacy`: each host that is asked, what it is told, how precisely and how often.
    func privacy() async throws -> ExitCode {
        let assembly = try assembly(settings)
        let yesterday = assembly.time.wall().adding(seconds: -86_400)
        let disclosures = Privacy.disclosures(
            settings, keys: assembly.keys, usage: await assembly.cache.usage(since: yesterday),
            published: Publisher.sent(
                since: yesterday, path: StateDirectory(settings.stateDirectory).mqttQueue)
        ).map(Schema.Disclosure.init)
        if format == .jsonl {
            for disclosure in disclosures { try show(json: disclosure) }
        } else {
            try show(renderer.render(disclosures))
        }
        return .done
    }
}
