import Domain
import Lookup
import TestSupport
import Testing

@Suite("Requests as they go out")
struct ProviderSenderOutgoingTests {
    private let times = Times()
    private let diary = Diary()

    @Test(
        "a service that wants a contact is not asked without one, and the setting is named",
        arguments: [
            ("", false), ("   ", false), ("()", false), ("me@example.org", true),
            ("https://example.org", true),
        ])
    func contact(contact: String, isAsked: Bool) async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            let sender = ProviderSender(
                name: "met", rules: .init(),
                userAgent: UserAgent.text(version: "1.0", contact: contact), transport: transport,
                pool: pool, time: times.source(), log: diary.log(times))
            let request = ProviderRequest(part: .weather, url: "http://h/x", needsContact: true)
            do throws(LookupFailure) {
                _ = try await sender.fetch(request)
                #expect(isAsked)
            } catch {
                #expect(!isAsked)
                #expect(error.code == .noContact)
                #expect(error.message.contains("set `contact`"))
                _ = await sender.learn(error)
                #expect(await sender.status(parts: []).blocked == error.message)
            }
        }
        #expect(transport.desk.questions.count == (isAsked ? 1 : 0))
    }
}
