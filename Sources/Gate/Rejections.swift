package import Domain

/// Reject reasons as bits, so that turning a fix away allocates nothing.
package struct Rejections: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let noFix = Rejections(rawValue: 1 << 0)
    package static let badCoordinate = Rejections(rawValue: 1 << 1)
    package static let nullIsland = Rejections(rawValue: 1 << 2)
    package static let noTime = Rejections(rawValue: 1 << 3)
    package static let implausibleTime = Rejections(rawValue: 1 << 4)
    package static let outOfOrder = Rejections(rawValue: 1 << 5)
    package static let duplicate = Rejections(rawValue: 1 << 6)
    package static let otherDevice = Rejections(rawValue: 1 << 7)
    package static let inaccurate = Rejections(rawValue: 1 << 8)
    package static let jump = Rejections(rawValue: 1 << 9)
    package static let near = Rejections(rawValue: 1 << 10)
    package static let debounced = Rejections(rawValue: 1 << 11)

    /// Bit n is the n-th of these.
    private static let order: [RejectReason] = [
        .noFix, .badCoordinate, .nullIsland, .noTime, .implausibleTime, .outOfOrder, .duplicate,
        .otherDevice, .inaccurate, .jump, .near, .debounced,
    ]

    /// The reasons by name, in the order of the steps.
    package var reasons: [RejectReason] {
        Self.order.indices.filter { rawValue & 1 << UInt16($0) != 0 }.map { Self.order[$0] }
    }

    /// How often each reason was given.
    struct Counts: Hashable, Sendable {
        private var counts = [Int](repeating: 0, count: Rejections.order.count)

        mutating func count(_ rejections: Rejections) {
            var bits = rejections.rawValue
            while bits != 0 {
                counts[bits.trailingZeroBitCount] += 1
                bits &= bits - 1
            }
        }

        var byReason: [RejectReason: Int] {
            var result: [RejectReason: Int] = [:]
            for (reason, count) in zip(Rejections.order, counts) where count > 0 {
                result[reason] = count
            }
            return result
        }
    }
}

/// Accept reasons as bits, for the same cause.
struct Acceptances: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let first = Acceptances(rawValue: 1 << 0)
    static let distance = Acceptances(rawValue: 1 << 1)
    static let stopped = Acceptances(rawValue: 1 << 2)
    static let heartbeat = Acceptances(rawValue: 1 << 3)
    static let lost = Acceptances(rawValue: 1 << 4)
    static let improved = Acceptances(rawValue: 1 << 5)
    static let refresh = Acceptances(rawValue: 1 << 6)
    static let override = Acceptances(rawValue: 1 << 7)
    static let resumed = Acceptances(rawValue: 1 << 8)
    static let coarse = Acceptances(rawValue: 1 << 9)
    static let assumed = Acceptances(rawValue: 1 << 10)

    private static let order: [AcceptedFix.Reason] = [
        .first, .distance, .stopped, .heartbeat, .lost, .improved, .refresh, .override, .resumed,
        .coarse, .assumed,
    ]

    /// The reasons by name, marks last.
    var reasons: [AcceptedFix.Reason] {
        Self.order.indices.filter { rawValue & 1 << UInt16($0) != 0 }.map { Self.order[$0] }
    }
}
