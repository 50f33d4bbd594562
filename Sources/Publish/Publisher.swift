import Concurrency
package import Domain
import FoundationEssentials
import Synchronization

/// Tells a broker each accepted fix, what was found there, and how things stand.
///
/// Fixes and mileposts wait in a queue on the disk until the broker has them, over restarts too. How things stand is told
/// anew on every connection and waits for nothing.
package actor Publisher: EventSink {
    /// Seconds that a location waits for the address of its place.
    private static let addressWait = 2.0
    /// Seconds at the end of the program for what is on its way, then for the goodbye, then for the connection.
    private static let grace = 0.5
    /// Messages that are committed together, at the most.
    private static let batch = 500
    /// Fixes whose message may still be given its address.
    private static let remembered = 20
    /// Stands for the last message of all.
    private static let farewell = Int64.max

    private let queue = QueueExecutor()
    private let options: Broker.Options
    private let speaker: Speaker
    private let time: TimeSource
    private let log: Log
    private let outbox: Outbox
    private var broker: Broker?
    private var composer: Composer
    private var delivery = Delivery()
    /// Topics that keep their last message, and that message.
    private var standing: [String: Data] = [:]
    /// Messages of the last fixes, by the number of the fix.
    private var locations: [Int: Int64] = [:]
    private var uncommitted = 0
    private var hasConnected = false
    private var isTryingAgain = false
    /// What is told to whoever waits for everything on its way to arrive.
    private var arrived: FirstValue<Void>?
    private let told: Mutex<Status.Publishing>
    private let zones: Mutex<[PrivacyZone]>

    package nonisolated var executor: (any TaskExecutor)? { queue }
    package nonisolated var wantsSettled: Bool { true }
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `path` is the file of the queue.
    package init(
        _ settings: PublishSettings, at address: BrokerAddress, password: String?,
        as speaker: Speaker, path: String, zones: [PrivacyZone] = [], time: TimeSource = .live,
        isClockSet: @escaping @Sendable () -> Bool = { true }, log: Log
    ) {
        self.speaker = speaker
        self.zones = Mutex(zones)
        self.time = time
        self.log = log
        let composer = Composer(settings, speaker)
        self.composer = composer
        outbox = Outbox(
            path: path, limit: settings.queueMessages, days: settings.queueDays, time: time,
            isClockSet: isClockSet, log: log)
        told = Mutex(Status.Publishing(broker: address.description))
        var options = Broker.Options(
            settings, at: address, clientID: speaker.clientID, password: password,
            will: {
                let payload = json(OwnTracks.Status.offline(at: time.wall()))
                return (composer.topics.status, payload ?? Data())
            })
        options.isClockSet = isClockSet
        self.options = options
    }

    /// Messages that the queue at `path` was rid of since `time`, to the hour.
    package static func sent(since time: Timestamp, path: String) -> Int {
        OutboxFile.sent(since: time, path: path)
    }

    /// How it stands with the broker; asked on any thread.
    package nonisolated var status: Status.Publishing { told.withLock { $0 } }

    /// What waits from within one of these is not sent any more.
    package nonisolated func keepPrivate(_ zones: [PrivacyZone]) {
        self.zones.withLock { $0 = zones }
    }

    /// Messages that were dropped unsent.
    package nonisolated var lost: Int { status.lost }

    /// Connects, and sends what waits from earlier runs.
    package func start() async {
        outbox.open()
        standing = composer.discovery(speaker)
        let broker = Broker(options, time: time) { [weak self, queue] event in
            queue.after(0) { [weak self] in self?.assumeIsolated { $0.hear(event) } }
        }
        self.broker = broker
        broker.start()
        note()
    }

    /// Has an event told.
    package func receive(_ event: Event) async { await receive(event, hasMore: false) }

    /// The same; what must be on the disk waits for the last of those behind it.
    package func receive(_ event: Event, hasMore: Bool) async {
        take(event)
        if hasMore, uncommitted < Self.batch { return }
        uncommitted = 0
        outbox.commit()
        send()
    }

    /// Gives what is on its way a moment, and leaves the rest for the next run.
    package func finish() async {
        delivery.release()
        outbox.commit(isLast: true)
        delivery.end()
        send()
        await waitUntilArrived()
        if delivery.isConnected {
            let gone = json(OwnTracks.Status.offline(at: time.wall()))
            delivery.expect(Self.farewell)
            if let gone, tell(composer.topics.status, gone, id: Self.farewell) {
                await waitUntilArrived()
            }
        }
        let stopped = FirstValue<Void>()
        queue.after(Self.grace) { stopped.give(()) }
        if let broker {
            // A name that is being looked up cannot be called back.
            Task {
                await broker.stop()
                stopped.give(())
            }
            await stopped.wait {
                stopped.give(())
            } begin: {
            }
        }
        outbox.commit(isLast: true)
    }
}

extension Publisher {
    private func take(_ event: Event) {
        for (topic, payload) in composer.standing(event) { stand(topic, payload) }
        switch event {
        case .fix(let fix):
            // The older one has nothing to wait for any more.
            delivery.release()
            locations[fix.seq - Self.remembered] = nil
            guard let message = composer.location(of: fix, at: time.wall()) else { return }
            let id = add(message)
            locations[fix.seq] = id
            delivery.hold(id)
            queue.after(Self.addressWait) { [weak self] in
                self?.assumeIsolated { $0.release(id) }
            }
        case .settled(let milepost):
            guard let id = locations.removeValue(forKey: milepost.fix.seq) else { return }
            if let address = milepost.address, !delivery.isInFlight(id),
                let message = composer.location(
                    of: milepost.fix, address: address.label, at: time.wall())
            {
                outbox.amend(id, message.payload)
            }
            if delivery.held == id { delivery.release() }
        case .milepost(let milepost):
            guard let message = composer.found(milepost) else { return }
            delivery.add(add(message))
        case .track, .trackHead, .state, .rejected, .superseded, .summary: break
        }
    }

    private func add(_ message: Outbox.Message) -> Int64 {
        uncommitted += 1
        return outbox.add(message)
    }

    private func release(_ id: Int64) {
        guard delivery.held == id else { return }
        delivery.release()
        send()
    }

    private func stand(_ topic: String, _ payload: Data) {
        standing[topic] = payload
        if delivery.isConnected { _ = tell(topic, payload) }
    }

    private func tell(_ topic: String, _ payload: Data, id: Int64? = nil) -> Bool {
        if case .sent = broker?.publish(topic, payload, isKept: true, id: id) {
            true
        } else {
            false
        }
    }

    /// What the broker's thread says.
    private func hear(_ event: Broker.Event) {
        switch event {
        case .connected:
            log.recovered(Self.key, "the MQTT broker \(options.address) is connected")
            if !hasConnected { log(.info, "The MQTT broker \(options.address) is connected.") }
            hasConnected = true
            // Where the vehicle is now goes before all else, with its address or without.
            delivery.release()
            delivery.connect(newest: outbox.newest)
            let online = json(OwnTracks.Status.online(at: time.wall()))
            if let online { _ = tell(composer.topics.status, online) }
            for (topic, payload) in standing.sorted(by: { $0.key < $1.key }) {
                _ = tell(topic, payload)
            }
            told.withLock { $0.reason = nil }
        case .disconnected(let reason):
            delivery.disconnect()
            arrived?.give(())
            log(
                .warning,
                "the MQTT broker \(options.address) is not connected: \(reason);"
                    + " \(outbox.count) messages wait", key: Self.key)
            told.withLock { $0.reason = reason }
        case .refused(let reason):
            log(
                .warning, "the MQTT broker \(options.address) is not told all: \(reason)",
                key: "mqtt refused")
        case .acknowledged(let id):
            delivery.acknowledge(id)
            if id != Self.farewell {
                outbox.arrive(id)
                outbox.commit()
                locations = locations.filter { $0.value != id }
            }
        }
        send()
    }

    /// Fills the way to the broker.
    private func send() {
        while let item = delivery.next(outbox.following), send(item) {}
        // What was found not to be for sending is gone from the disk too.
        outbox.commit()
        if delivery.isIdle { arrived?.give(()) }
        note()
        guard outbox.isFailing, !isTryingAgain else { return }
        isTryingAgain = true
        queue.after(Outbox.retryAfter) { [weak self] in self?.assumeIsolated { $0.tryAgain() } }
    }

    /// False when nothing can be sent for now.
    private func send(_ item: Delivery.Item) -> Bool {
        guard let message = outbox[item.id] else {
            // What cannot be read now is not gone.
            if outbox.isFailing {
                delivery.takeBack(item)
                return false
            }
            delivery.acknowledge(item.id)
            return true
        }
        if let place = message.place, zones.withLock({ $0.contain(place) }) {
            delivery.acknowledge(item.id)
            outbox.remove(item.id)
            return true
        }
        // The last of its topic stays with the broker; one of the backlog must not take its place.
        switch broker?.publish(
            message.topic, message.payload, isKept: item.isLive, id: item.id)
        {
        case .sent: return true
        // That is about to be said.
        case .lost, nil: return false
        case .refused(let reason):
            log(
                .error, "a message cannot be sent to the MQTT broker and is dropped: \(reason)",
                key: "mqtt refused")
            delivery.acknowledge(item.id)
            outbox.drop(item.id)
            return true
        }
    }

    private func tryAgain() {
        isTryingAgain = false
        outbox.tryAgain()
        send()
    }

    private func waitUntilArrived() async {
        guard delivery.isConnected, !delivery.isIdle else { return }
        let arrived = FirstValue<Void>()
        self.arrived = arrived
        queue.after(Self.grace) { arrived.give(()) }
        await arrived.wait {
            arrived.give(())
        } begin: {
        }
    }

    private func note() {
        let (isConnected, count, oldest) = (delivery.isConnected, outbox.count, outbox.oldest)
        let lost = outbox.lost
        told.withLock {
            $0.lost = lost
            $0.isConnected = isConnected
            $0.queue = count
            $0.oldest = oldest
        }
    }

    private static let key = "mqtt"
}
