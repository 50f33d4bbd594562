/// In which order waiting messages go out; pure.
///
/// What is new goes before the backlog. Of what waited while there was no connection, the newest of each topic does too:
/// it is where the vehicle is now. Then comes the backlog, the oldest first. A message that was not acknowledged when a
/// connection ended goes again on the next one.
struct Delivery {
    /// One to be sent; a `live` one stays with the broker as the last of its topic.
    struct Item: Equatable {
        let id: Int64
        let isLive: Bool
    }

    /// Messages on their way at once.
    static let window = 20

    private(set) var isConnected = false
    private var isEnding = false
    private var live: [Int64] = []
    private var inFlight: Set<Int64> = []
    /// The backlog up to here has been sent on this connection.
    private var cursor = Int64.min
    /// The newest one, which waits for something that belongs in it.
    private(set) var held: Int64?

    /// `newest` is the last message of each topic, where the broker has none that is later.
    mutating func connect(newest: [Int64]) {
        isConnected = true
        live = newest.filter { $0 != held }.sorted()
        inFlight = []
        cursor = .min
    }

    mutating func disconnect() {
        isConnected = false
        live = []
        inFlight = []
    }

    /// A message that is ready now; the newest of all.
    mutating func add(_ id: Int64) { if isConnected { live.append(id) } }

    /// The newest message, which is not sent before `release`.
    mutating func hold(_ id: Int64) { held = id }

    mutating func release() {
        guard let id = held else { return }
        held = nil
        add(id)
    }

    /// From now on the backlog stays for another time.
    mutating func end() { isEnding = true }

    /// One that is sent beside all order.
    mutating func expect(_ id: Int64) { inFlight.insert(id) }

    /// One that could not be sent now, as if it had not been asked for.
    mutating func takeBack(_ item: Item) {
        inFlight.remove(item.id)
        if item.isLive { live.insert(item.id, at: 0) } else { cursor = min(cursor, item.id - 1) }
    }

    /// Nothing is on its way, nor about to be.
    var isIdle: Bool { live.isEmpty && inFlight.isEmpty }

    mutating func acknowledge(_ id: Int64) { inFlight.remove(id) }

    func isInFlight(_ id: Int64) -> Bool { inFlight.contains(id) }

    /// The next to be sent now, if any; `following` gives the first waiting message after another one.
    mutating func next(_ following: (Int64) -> Int64?) -> Item? {
        guard isConnected, inFlight.count < Self.window else { return nil }
        if !live.isEmpty {
            let id = live.removeFirst()
            inFlight.insert(id)
            return Item(id: id, isLive: true)
        }
        while !isEnding, let id = following(cursor), id != held {
            cursor = id
            if inFlight.insert(id).inserted { return Item(id: id, isLive: false) }
        }
        return nil
    }
}
