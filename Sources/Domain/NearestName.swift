/// The one of `names` that `name` was probably meant to be, if any is near enough.
///
/// Near is an edit distance of at most a third of the name's length, or else one that begins what was written or is
/// begun by it, so that no far-fetched name is offered.
package func nearestName(to name: String, in names: some Sequence<String>) -> String? {
    let written = name.prefix(100).lowercased()
    let known = names.map { (name: $0, lower: $0.lowercased()) }
    let nearest = known.map { (name: $0.name, distance: editDistance(written, $0.lower)) }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    if let nearest, nearest.distance <= max(1, written.count / 3) { return nearest.name }
    return known.first {
        min(written.count, $0.lower.count) >= 3
            && (written.hasPrefix($0.lower) || $0.lower.hasPrefix(written))
    }?.name
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string alignment).
package func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, beforeLast[j - 1] + 1)
            }
            row.append(best)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
