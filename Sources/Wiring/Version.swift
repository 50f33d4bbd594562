package import Domain

/// What this program is.
package enum Version {
    package static let number = "0.1.0"

    /// Midnight of the day this version was released: no fix can be older, so an earlier date is a receiver's mistake.
    package static let released = Timestamp(milliseconds: 1_795_996_800_000)
}
