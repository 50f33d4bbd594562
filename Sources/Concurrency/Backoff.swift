/// Growing waits between tries: capped, and jittered so that many clients do not return at once.
package struct Backoff: Sendable {
    private let base: Double
    private let cap: Double
    private let random: @Sendable () -> Double
    private var failures = 0

    /// Seconds; `random` gives 0..<1.
    package init(
        base: Double, cap: Double,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.base = base
        self.cap = cap
        self.random = random
    }

    /// Seconds to wait before the next try: half of the doubling wait is fixed, half is jitter.
    package mutating func next() -> Double {
        let wait = min(cap, base * Double(1 << min(failures, 30)))
        failures += 1
        return wait / 2 + wait / 2 * random()
    }

    /// Begins anew after a success.
    package mutating func reset() { failures = 0 }
}
