import Domain
package import Feed

/// Whether gpsd answers, what is known against its release, and whether its receiver has a fix.
package enum GpsdExamination {
    /// What `heard` shows.
    package static func findings(_ heard: Heard, at address: GpsdAddress) -> [Finding] {
        guard let receiver = heard.receiver, receiver.state != .waitingForGpsd else {
            return [
                .wrong("gpsd", heard.receiver?.detail ?? "\(address) does not answer: start gpsd")
            ]
        }
        let release = heard.release.map { ", release \($0)" } ?? ""
        return [.well("gpsd", "answers at \(address)\(release)")]
            + (heard.release.map(GpsdFault.findings) ?? []) + [Self.receiver(heard, receiver)]
    }

    private static func receiver(_ heard: Heard, _ receiver: Receiver) -> Finding {
        guard let fix = heard.fix else {
            return .wrong("receiver", receiver.detail ?? receiver.state.rawValue)
        }
        let accuracy = fix.accuracy.map { ", accurate to \(Int(min($0, 1e6).rounded())) m" } ?? ""
        let satellites = fix.satellites.map { ", \($0) satellites" } ?? ""
        return .well(
            "receiver", "\(fix.device ?? "the receiver") has a fix\(accuracy)\(satellites)")
    }
}

/// A fault of some releases of gpsd that is known.
struct GpsdFault: Sendable {
    /// The first release that has it, and the last.
    let releases: ClosedRange<GpsdRelease>
    let text: String
    /// What only newer releases mend; false where Milepost lives with it.
    let isHarmful: Bool

    /// With where each is known from.
    static let known = [
        // gpsd commit 7334951, Launchpad bug 1879272.
        GpsdFault(
            releases: GpsdRelease(3, 20)...GpsdRelease(3, 20),
            text: "sends reports that are no JSON, which are passed over", isHarmful: true),
        // openwrt/packages#16272; a distribution may have mended its package under the same number.
        GpsdFault(
            releases: GpsdRelease(3, 20)...GpsdRelease(3, 22),
            text: "may tell dates that are 1024 weeks off, which are turned away", isHarmful: false),
        // Seen with Debian's 3.22: a terminal that hung up, and a client that watched for 40 s.
        GpsdFault(
            releases: GpsdRelease(3, 22)...GpsdRelease(3, 22),
            text: "says nothing when a receiver hangs up, so the connection is made anew",
            isHarmful: false),
    ]

    /// What is known against `release`; nothing where that cannot be read.
    static func findings(_ release: String) -> [Finding] {
        guard let number = GpsdRelease(release) else { return [] }
        return known.filter { $0.releases.contains(number) }.map { fault in
            let text = "\(release) \(fault.text)"
            return fault.isHarmful
                ? .wrong("gpsd", "\(text): install a newer gpsd") : .well("gpsd", text)
        }
    }
}

/// The number of a release: 3.22, 3.22.1~dev.
struct GpsdRelease: Comparable, Sendable {
    let major: Int
    let minor: Int

    init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    /// Nil for what begins with no two numbers.
    init?(_ text: String) {
        let numbers = text.split(separator: ".").map { $0.prefix { "0"..."9" ~= $0 } }
        guard numbers.count > 1, let major = Int(numbers[0]), let minor = Int(numbers[1]) else {
            return nil
        }
        self.init(major, minor)
    }

    static func < (a: GpsdRelease, b: GpsdRelease) -> Bool {
        (a.major, a.minor) < (b.major, b.minor)
    }
}
