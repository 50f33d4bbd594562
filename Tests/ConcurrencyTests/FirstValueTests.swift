import Concurrency
import Testing

@Suite("A value that comes once")
struct FirstValueTests {
    @Test("the first one counts, whether it comes before the waiting or while it lasts")
    func first() async {
        let early = FirstValue<Int>()
        #expect(!early.isGiven)
        early.give(1)
        early.give(2)
        #expect(early.isGiven)
        #expect(
            await early.wait {
            } begin: {
                Issue.record("there is nothing to begin")
            } == 1)

        let late = FirstValue<Int>()
        let value = await late.wait {
        } begin: {
            late.give(3)
            late.give(4)
        }
        #expect(value == 3)
    }

    @Test("a cancelled task goes on with what its cancellation gives")
    func cancelled() async {
        let value = FirstValue<String>()
        let waited = await withTaskGroup(of: String.self) { group in
            group.addTask {
                await value.wait {
                    value.give("cancelled")
                } begin: {
                }
            }
            group.cancelAll()
            return await group.next()
        }
        #expect(waited == "cancelled")
        value.give("too late")
        #expect(value.isGiven)
    }
}
