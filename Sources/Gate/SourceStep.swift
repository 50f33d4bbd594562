import Domain

/// The third step: one receiver at a time, the best current one.
///
/// The one in use is left only after it gave no valid, timely fix for `stale_after_s`; then the best of those heard
/// within that time takes over. While the first position is still being acquired nothing hangs on the choice yet, so
/// a better receiver takes over at once and the first to speak does not win by being quick.
package struct SourceStep: Sendable {
    private struct Receiver {
        var device: String?
        var heard: Moment
        var isThreeD: Bool
        var accuracy: Double

        /// 3D beats 2D; among equals only half the error is better, so that two good ones do not alternate.
        func isBetter(than other: Receiver) -> Bool {
            if isThreeD != other.isThreeD { return isThreeD }
            return accuracy <= other.accuracy / 2
        }
    }

    private var receivers: [Receiver] = []
    private var current: String??

    package init() {}

    /// Turns away the fixes of every receiver but the one in use.
    package mutating func check(
        _ sighting: inout Sighting, device: String?, staleAfter: Double, choosing: Bool
    ) {
        let now = sighting.moment
        let receiver = Receiver(
            device: device, heard: now, isThreeD: sighting.isThreeD, accuracy: sighting.accuracy)
        let remembers = sighting.rejections.isEmpty
        if !mayUse(receiver, at: now, staleAfter, choosing) {
            sighting.rejections.insert(.otherDevice)
        } else if remembers {
            current = .some(device)
        }
        if remembers { note(receiver, staleAfter) }
    }

    private func mayUse(
        _ receiver: Receiver, at now: Moment, _ staleAfter: Double, _ choosing: Bool
    ) -> Bool {
        guard let current, current != receiver.device,
            let inUse = receivers.first(where: { $0.device == current })
        else { return true }
        guard now.isPast(inUse.heard, by: staleAfter) else {
            return choosing && receiver.isBetter(than: inUse)
        }
        return !receivers.contains {
            $0.device != current && $0.device != receiver.device
                && !now.isPast($0.heard, by: staleAfter) && $0.isBetter(than: receiver)
        }
    }

    private mutating func note(_ receiver: Receiver, _ staleAfter: Double) {
        if let index = receivers.firstIndex(where: { $0.device == receiver.device }) {
            receivers[index] = receiver
            return
        }
        let now = receiver.heard
        // One that was unplugged is forgotten when another is plugged in.
        receivers.removeAll { $0.device != current && now.isPast($0.heard, by: staleAfter) }
        receivers.append(receiver)
    }
}
