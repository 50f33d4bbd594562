import Domain

/// The sixth step: far enough from the reference, and beyond noise.
package enum SignificanceStep {
    /// `near`, unless `min_distance_m` is 0; a coarse fix was measured by its own rule already.
    package static func check(
        _ sighting: Sighting, withinNoise: Bool, _ settings: GateSettings
    ) -> Rejections {
        guard settings.minDistance > 0, !sighting.coarse else { return [] }
        return sighting.distance < settings.minDistance || withinNoise ? .near : []
    }
}

/// The seventh step: not too soon after the last accepted fix.
package enum DebounceStep {
    /// Counted from the accepted fix's own moment, not from when it was released.
    package static func check(
        _ sighting: Sighting, from reference: Spot?, _ settings: GateSettings
    ) -> Rejections {
        guard let reference else { return [] }
        return sighting.moment.isPast(reference.moment, by: settings.minInterval) ? [] : .debounced
    }
}
