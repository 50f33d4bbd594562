import Concurrency
import Domain
import Lookup
import TestSupport
import Testing

@Suite("Lookups while the clock of this machine is not set", .serialized)
struct LookupsClockTests {
    private let times = Times()

    private func lookups(_ provider: FakeProvider) -> Told {
        Told { tell in
            Lookups(
                address: [], weather: [provider], cache: nil, language: .en, pool: JobPool(),
                time: times.source(), tell: tell)
        }
    }

    @Test(
        "W13 what failed for the clock is tried again each 30 s, without a new fix, until it works")
    func clock() async {
        let provider = FakeProvider("w") { question, number in
            // The two parts of three tries.
            number <= 6
                ? .failure(failure(question.part, .clock)) : .success(answer(question.part, 1))
        }
        let told = await outcomes(of: lookups(provider)) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
            for tries in 1...3 {
                await provider.desk.questions(reach: tries * 2)
                await times.clock.sleepers(reach: 1)
                times.clock.advance(by: .milliseconds(29_999))
                #expect(provider.desk.questions.count == tries * 2)
                times.clock.advance(by: .milliseconds(1))
            }
            await provider.desk.questions(reach: 8)
        }
        // The failure is told once.
        #expect(told.mileposts.map(\.lackingParts) == [[.weather, .forecast], []])
        #expect(told.mileposts.map(\.fix.seq) == [1, 1])
        #expect(times.clock.sleepers == 0)
    }

    @Test("W13 a newer fix takes the place of the next try, and no other failure has one")
    func clockSuperseded() async {
        let provider = FakeProvider("w") { question, number in
            .failure(failure(question.part, number <= 2 ? .clock : .network))
        }
        _ = await outcomes(of: lookups(provider)) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
            await times.clock.sleepers(reach: 1)
            await lookups.submit(accepted(2, at: farPlace(2)))
            await provider.desk.questions(reach: 4)
            await lookups.idle()
            times.clock.advance(by: .seconds(31))
        }
        #expect(provider.desk.questions.count == 4)
        #expect(times.clock.sleepers == 0)
    }
}
