import Domain
import FoundationEssentials

/// Turns what happens into messages; pure.
struct Composer {
    let topics: Topics
    private let settings: PublishSettings
    private let trackerID: String
    private var snapshot = Snapshot()
    /// The last fix in a private place.
    private var lastPrivate: Int?

    init(_ settings: PublishSettings, _ speaker: Speaker) {
        self.settings = settings
        topics = Topics(settings, speaker)
        trackerID = OwnTracks.trackerID(settings, topic: topics.location)
    }

    /// What is told of a fix, with the address of its place where that is known; nil in a private place.
    mutating func location(
        of fix: AcceptedFix, address: String? = nil, at wall: Timestamp
    ) -> Outbox.Message? {
        guard !fix.isPrivate else {
            lastPrivate = fix.seq
            return nil
        }
        let payload =
            switch settings.format {
            case .owntracks:
                json(OwnTracks.Location(fix, address: address, trackerID: trackerID, at: wall))
            case .milepost: json(own(fix))
            }
        return payload.map {
            .init(topic: topics.location, payload: $0, time: fix.time, place: fix.coordinate)
        }
    }

    /// How far a private place is away would tell where it is, from two of these.
    private func own(_ fix: AcceptedFix) -> Schema.Fix {
        var own = Schema.Fix(fix)
        if lastPrivate == fix.seq - 1 { own.distance = nil }
        return own
    }

    /// What changed at a place; nil in a private place.
    func found(_ milepost: Milepost) -> Outbox.Message? {
        guard !milepost.fix.isPrivate else { return nil }
        return json(Schema.Milepost(milepost)).map {
            .init(
                topic: topics.milepost, payload: $0, time: milepost.fix.time,
                place: milepost.fix.coordinate)
        }
    }

    /// Topics that an event changes for good, until the next one does.
    mutating func standing(_ event: Event) -> [String: Data] {
        let before = snapshot
        var told: [String: Data] = [:]
        switch event {
        case .fix(let fix) where !fix.isPrivate: snapshot.take(fix)
        case .settled(let milepost) where !milepost.fix.isPrivate:
            snapshot.take(milepost)
        case .state(let change):
            told[topics.state] = json(Schema.State(change))
        default: break
        }
        if snapshot != before { told[topics.now] = json(snapshot) }
        return told
    }

    /// What Home Assistant is told once.
    func discovery(_ speaker: Speaker) -> [String: Data] {
        guard !settings.discovery.isEmpty else { return [:] }
        let entities = HomeAssistant.entities(prefix: settings.discovery, speaker, topics)
        return Dictionary(
            uniqueKeysWithValues: entities.compactMap { topic, entity in
                json(entity).map { (topic, $0) }
            })
    }
}

/// All that is written are numbers, texts and lists of them, which JSON always has words for but for a number that is
/// none.
func json(_ value: some Encodable) -> Data? { try? Schema.json(value) }
