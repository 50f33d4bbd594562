import Database

/// The walk through the R*Tree of buckets towards one point; collects the buckets that may hold the nearest place.
final class NearestSearch {
    /// A bucket and the least that any place in it can be away, as a chord squared.
    struct Candidate {
        var bucket: Int64
        var least: Double
    }

    /// Places farther than this are not of interest, as a chord squared.
    private(set) var limit = 0.0
    private(set) var candidates: [Candidate] = []
    private var target = UnitVector(x: 0, y: 0, z: 0)
    private var tightens = true

    /// `tightens` when only the nearest place counts: then a box that surely holds one nearer makes others needless.
    func begin(at target: UnitVector, within limit: Double, tightens: Bool) {
        self.target = target
        self.limit = limit
        self.tightens = tightens
        candidates.removeAll(keepingCapacity: true)
    }

    /// The candidates, nearest first.
    var ordered: [Candidate] { candidates.sorted { $0.least < $1.least } }

    func look(_ box: Box) -> Box.Verdict {
        // Boxes come nearest first, so nothing that follows is nearer.
        guard box.parentScore <= limit else { return .end }
        let bounds = box.bounds
        var least = 0.0
        var most = 0.0
        add(bounds[0] - target.x, target.x - bounds[1], &least, &most)
        add(bounds[2] - target.y, target.y - bounds[3], &least, &most)
        add(bounds[4] - target.z, target.z - bounds[5], &least, &most)
        guard least <= limit else { return .leaveOut }
        // A part in 10¹² more, so that rounding leaves out nothing.
        if tightens { limit = min(limit, most * (1 + 1e-12) + 1e-28) }
        guard box.isEntry else { return .enter(score: least) }
        candidates.append(Candidate(bucket: box.id, least: least))
        return .leaveOut
    }

    /// Adds the squares of how far the near and the far side are along one axis.
    private func add(_ below: Double, _ above: Double, _ least: inout Double, _ most: inout Double)
    {
        let near = max(below, above, 0)
        let far = min(below, above)
        least += near * near
        most += far * far
    }
}
