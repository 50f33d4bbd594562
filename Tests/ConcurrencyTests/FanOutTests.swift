import Concurrency
import Testing

@Suite("Fan-out", .timeLimit(.minutes(10)))
struct FanOutTests {
    private func all<Element: Sendable>(_ stream: AsyncStream<Element>) async -> [Element] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    @Test("hands each value in order to every subscriber, from its subscription on")
    func order() async {
        let fan = FanOut<Int>()
        let early = fan.subscribe(capacity: 10)
        fan.send(1)
        let late = fan.subscribe(capacity: 10)
        fan.send(2)
        fan.send(3)
        #expect(fan.count == 2)
        fan.finish()
        #expect(await all(early) == [1, 2, 3])
        #expect(await all(late) == [2, 3])
        #expect(fan.count == 0)
        #expect(fan.dropped == 0)
    }

    @Test("drops a subscriber whose queue is full, after what it holds, and no other")
    func slow() async {
        let fan = FanOut<Int>()
        let slow = fan.subscribe(capacity: 2)
        let quick = fan.subscribe(capacity: 10)
        for value in 1...5 { fan.send(value) }
        #expect(fan.dropped == 1)
        #expect(fan.count == 1)
        #expect(await all(slow) == [1, 2])
        fan.finish()
        #expect(await all(quick) == [1, 2, 3, 4, 5])
    }

    @Test("forgets a subscriber that stops reading, and does not call it dropped")
    func leaving() async {
        let fan = FanOut<Int>()
        do {
            let stream = fan.subscribe(capacity: 1)
            fan.send(1)
            for await _ in stream { break }
        }
        #expect(fan.count == 0)
        fan.send(2)
        #expect(fan.dropped == 0)
    }

    @Test("a subscription after the end ends at once")
    func late() async {
        let fan = FanOut<Int>()
        fan.finish()
        let stream = fan.subscribe(capacity: 1)
        fan.send(1)
        #expect(await all(stream) == [])
        #expect(fan.count == 0)
    }

    @Test("a subscriber never read goes when its stream does")
    func abandoned() {
        let fan = FanOut<Int>()
        do { _ = fan.subscribe(capacity: 1) }
        #expect(fan.count == 0)
    }
}
