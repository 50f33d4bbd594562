import Testing

@testable import Publish

@Suite("Order of messages")
struct DeliveryTests {
    /// Waiting messages by their ids.
    private struct Queue {
        var ids: [Int64]
        func following(_ id: Int64) -> Int64? { ids.first { $0 > id } }
    }

    /// All that can go out now, as `3` for one of the backlog and `3!` for a live one.
    private func sent(_ delivery: inout Delivery, _ queue: Queue) -> [String] {
        var sent: [String] = []
        while let item = delivery.next(queue.following) {
            sent.append("\(item.id)" + (item.isLive ? "!" : ""))
        }
        return sent
    }

    @Test("without a connection nothing goes out")
    func offline() {
        var delivery = Delivery()
        delivery.add(1)
        #expect(sent(&delivery, Queue(ids: [1])) == [])
    }

    @Test("the newest of each topic goes first, then all that were missed in their order")
    func reconnected() {
        var delivery = Delivery()
        delivery.connect(newest: [5, 4])
        #expect(sent(&delivery, Queue(ids: [1, 2, 3, 4, 5])) == ["4!", "5!", "1", "2", "3"])
    }

    @Test("what happens meanwhile goes before the rest of the backlog")
    func liveFirst() {
        var delivery = Delivery()
        var queue = Queue(ids: Array(1...50))
        delivery.connect(newest: [50])
        #expect(sent(&delivery, queue).count == Delivery.window)
        queue.ids.append(51)
        delivery.add(51)
        #expect(sent(&delivery, queue) == [])
        delivery.acknowledge(1)
        queue.ids.removeAll { $0 == 1 }
        delivery.acknowledge(2)
        queue.ids.removeAll { $0 == 2 }
        #expect(sent(&delivery, queue) == ["51!", "20"])
    }

    @Test("each goes once on a connection, and again on the next if it was not acknowledged")
    func again() {
        var delivery = Delivery()
        var queue = Queue(ids: [1, 2, 3])
        delivery.connect(newest: [3])
        #expect(sent(&delivery, queue) == ["3!", "1", "2"])
        #expect(sent(&delivery, queue) == [])
        delivery.acknowledge(3)
        delivery.acknowledge(1)
        queue.ids = [2]
        delivery.disconnect()
        #expect(sent(&delivery, queue) == [])
        // The broker has a later one of the topic.
        delivery.connect(newest: [])
        #expect(sent(&delivery, queue) == ["2"])
    }

    @Test("one that could not be read is asked for again in its place")
    func takenBack() {
        var delivery = Delivery()
        let queue = Queue(ids: [1, 2, 3])
        delivery.connect(newest: [3])
        let live = delivery.next(queue.following)
        if let live { delivery.takeBack(live) }
        #expect(live == delivery.next(queue.following))
        let first = delivery.next(queue.following)
        if let first { delivery.takeBack(first) }
        #expect(first?.id == 1)
        #expect(sent(&delivery, queue) == ["1", "2"])
    }

    @Test("one that is held back waits, and goes first when it is let go")
    func held() {
        var delivery = Delivery()
        let queue = Queue(ids: [1, 2, 3])
        delivery.hold(3)
        delivery.connect(newest: [3])
        #expect(sent(&delivery, queue) == ["1", "2"])
        delivery.release()
        #expect(sent(&delivery, queue) == ["3!"])
        #expect(delivery.held == nil)
    }

    @Test("one let go without a connection belongs to the backlog")
    func heldOffline() {
        var delivery = Delivery()
        delivery.hold(1)
        delivery.release()
        delivery.connect(newest: [2])
        #expect(sent(&delivery, Queue(ids: [1, 2])) == ["2!", "1"])
    }

    @Test("at the end the backlog stays, and what is new still goes")
    func ending() {
        var delivery = Delivery()
        delivery.connect(newest: [2])
        delivery.end()
        #expect(sent(&delivery, Queue(ids: [1, 2])) == ["2!"])
        #expect(!delivery.isIdle)
        delivery.acknowledge(2)
        #expect(delivery.isIdle)
    }
}
