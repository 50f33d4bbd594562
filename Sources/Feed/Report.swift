package import Domain

/// What one line of gpsd says.
package enum Report: Sendable {
    case fix(Fix)
    /// Satellites and dilution; the decoder remembers them for the fixes of that device.
    case sky
    case device(GpsdDevice)
    case devices([GpsdDevice])
    /// gpsd's release: "3.25".
    case version(String)
    /// gpsd refused a request; its own words.
    case error(String)
    /// A known class that tells nothing of position or receiver.
    case other
    case skipped(SkippedLine)
}

/// A receiver that gpsd knows of.
package struct GpsdDevice: Hashable, Sendable {
    package var path: String
    /// False in gpsd's notice that it was removed.
    package var isPresent: Bool

    package init(path: String, isPresent: Bool = true) {
        self.path = path
        self.isPresent = isPresent
    }
}
