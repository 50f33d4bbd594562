/// Values drawn as blocks of eight heights; nil without at least two values.
///
/// More values than `width` are averaged in groups of equal size; a group without any value is a space.
func sparkline(_ values: [Double?], width: Int) -> String? {
    let size = max(1, (values.count + width - 1) / max(1, width))
    let groups = stride(from: 0, to: values.count, by: size).map { start -> Double? in
        let group = values[start..<min(start + size, values.count)].compactMap { $0 }
            .filter(\.isFinite)
        return group.isEmpty ? nil : group.reduce(0, +) / Double(group.count)
    }
    let known = groups.compactMap { $0 }
    guard known.count > 1, let low = known.min(), let high = known.max() else { return nil }
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(
        groups.map { value -> Character in
            guard let value else { return " " }
            let share = high > low ? (value - low) / (high - low) : 0.5
            return blocks[min(7, Int(share * 8))]
        })
}
