import Domain

/// The names at the left of a block.
enum Label: CaseIterable {
    case mode, receiver, fix, address, weather, forecast, failed
    case fixes, accepted, rejected, track, distance, requests, time
    case providers, queue, mqtt, told
}

/// Every word that Milepost's output says to a person, in one language.
///
/// A language that lacks one does not compile.
protocol Words: Sendable {
    /// Between a number and its unit.
    var unitSpace: String { get }
    var windInMetresPerSecond: Bool { get }
    /// Between the lowest and the highest temperature.
    var rangeSeparator: String { get }

    func label(_ label: Label) -> String
    func part(_ part: Part) -> String

    func date(_ date: LocalDate) -> String
    func dateWithYear(_ date: LocalDate) -> String
    /// A duration in its two largest units, of whole seconds.
    func duration(_ seconds: Int) -> String
    /// A duration under a minute, with its tenths.
    func seconds(_ number: String) -> String
    func ago(_ duration: String) -> String
    func since(_ time: String) -> String
    func until(_ time: String) -> String
    func again(_ time: String) -> String
    /// Of the largest speed.
    func upTo(_ speed: String) -> String

    func isConnected(_ isConnected: Bool) -> String
    /// Of messages.
    func waiting(_ count: String) -> String
    /// Of the one that has waited longest.
    func oldest(_ time: String) -> String

    func mode(_ mode: Mode) -> String
    func receiver(_ state: ReceiverState) -> String
    /// What the user can do about it; nil when nothing is wrong.
    func remedy(_ state: ReceiverState) -> String?
    func remedy(_ mode: Mode) -> String?
    func reason(_ reason: AcceptedFix.Reason) -> String
    func reason(_ reason: RejectReason) -> String
    func failure(_ code: LookupFailure.Code) -> String

    func condition(_ kind: Condition.Kind) -> String
    /// Of eight winds, clockwise from north.
    func compass(_ eighth: Int) -> String
    func wind(_ speed: String, from direction: String?) -> String
    func heading(_ direction: String) -> String
    func gusts(_ speed: String) -> String
    func feelsLike(_ temperature: String) -> String
    func humidity(_ percent: String) -> String
    func clouds(_ percent: String) -> String
    func visibility(_ distance: String) -> String
    func rain(_ amount: String) -> String
    func snow(_ amount: String) -> String
    func sunrise(_ time: String) -> String
    func sunset(_ time: String) -> String
    func observed(_ time: String) -> String
    func issued(_ time: String) -> String

    func fromLast(_ distance: String) -> String
    func altitude(_ length: String) -> String
    func satellites(_ count: Int) -> String
    func source(_ source: Fix.Source) -> String
    func rejected(_ reasons: String) -> String
    func superseded(parts: String, by: String) -> String
    var noTime: String { get }
    var clockNotSet: String { get }
    var noCoordinate: String { get }

    func column(_ column: TuningColumn) -> String
    func points(_ count: String) -> String
    func requests(_ count: Int) -> String
    func failed(_ count: Int) -> String
    func fromCache(_ count: String) -> String
    func cancelled(_ count: String) -> String
    func blocked(_ reason: String) -> String
    func stale(_ age: String) -> String
    var noFixYet: String { get }
    var nothingFound: String { get }

    /// A place told no more exactly than `distance`, for a part of the lookups.
    func placeTold(to distance: String, for part: String) -> String
    func lastDay(_ requests: String) -> String
    var namesTold: String { get }
    var fixesTold: String { get }
    var keyTold: String { get }
    var languageTold: String { get }
    var notAskedAnyMore: String { get }
    var notAskedWithoutKey: String { get }
    var notAskedWithoutContact: String { get }
    var nothingLeaves: String { get }
}

extension Words {
    /// One width for all blocks, so that labels stand below each other.
    var labelWidth: Int { 2 + (Label.allCases.map { label($0).columns }.max() ?? 0) }
}

extension Language {
    var words: any Words {
        switch self {
        case .en: English()
        case .ko: Korean()
        }
    }
}
