package import Domain

/// How records are written.
package enum Format: String, Sendable, CaseIterable { case text, jsonl }

/// Turns events into the bytes of one record each.
package struct RecordEncoder: Sendable {
    package let format: Format
    package let renderer: TextRenderer
    /// Passes `rejected` and `superseded` on.
    package let explain: Bool

    package init(format: Format, renderer: TextRenderer, explain: Bool = false) {
        self.format = format
        self.renderer = renderer
        self.explain = explain
    }

    /// The record with its line end; nil for an event that is only told with `explain`.
    package func encode(_ event: Event) -> [UInt8]? {
        switch event {
        case .rejected, .superseded: if !explain { return nil }
        case .track, .trackHead: return nil
        case .fix, .milepost, .state, .summary: break
        }
        switch format {
        case .text: return Array(renderer.render(event).utf8)
        case .jsonl:
            let record = try? Schema.record(event)
            return record.map { [UInt8]($0.json) + [UInt8(ascii: "\n")] }
        }
    }
}
