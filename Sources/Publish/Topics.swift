/// The topics of one vehicle.
package struct Topics: Hashable, Sendable {
    let location: String
    private let base: String

    init(_ settings: PublishSettings, _ speaker: Speaker) {
        let user = settings.user.isEmpty ? "milepost" : settings.user
        func filled(_ template: String) -> String {
            template.split(separator: "/", omittingEmptySubsequences: false).map { level in
                level.replacing("{user}", with: user.asLevel)
                    .replacing("{device}", with: speaker.device.asLevel)
            }.joined(separator: "/")
        }
        location = filled(settings.topic)
        base = filled(settings.baseTopic)
    }

    /// What was found at a place.
    var milepost: String { base + "/milepost" }
    /// Mode and receiver.
    var state: String { base + "/state" }
    /// Whether the program runs; its last will goes there.
    var status: String { base + "/status" }
    /// All that is known of here and now.
    var now: String { base + "/now" }

    /// Why `template` is no topic to publish to; nil when it is one.
    package static func fault(in template: String) -> String? {
        let rest = template.replacing("{user}", with: "").replacing("{device}", with: "")
        if template.isEmpty { return "it is empty" }
        if template.contains(where: { "+#".contains($0) }) {
            return "+ and # stand for many topics, and a message goes to one"
        }
        if rest.contains(where: { "{}".contains($0) }) {
            return "only {user} and {device} can stand in braces"
        }
        if template.hasPrefix("$") { return "topics that begin with $ are the broker's own" }
        if template.hasPrefix("/") || template.hasSuffix("/") || template.contains("//") {
            return "one of its levels is empty"
        }
        return nil
    }
}

extension String {
    /// As one level of a topic.
    fileprivate var asLevel: String {
        String(map { "/+#".contains($0) || $0.isWhitespace ? "-" : $0 })
    }
}
