import Glibc
package import Publish

/// What this machine is called, and what tells it from others.
package struct Machine: Sendable {
    /// Without its domain.
    package let name: String
    /// Its id, and the serial number of its board: two boards with copies of one card differ in the latter only.
    package let marks: [String]

    package init(files: SystemFiles) {
        var buffer = [CChar](repeating: 0, count: 256)
        let isKnown = gethostname(&buffer, buffer.count - 1) == 0
        let full =
            isKnown
            ? String(
                decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            : ""
        name = full.split(separator: ".").first.map(String.init) ?? "milepost"
        marks = ["/etc/machine-id", "/sys/firmware/devicetree/base/serial-number"].compactMap {
            guard case .bytes(let bytes, _) = files.read($0) else { return nil }
            return String(decoding: bytes, as: UTF8.self).trimmed
        }
    }
}

extension Speaker {
    /// As the settings have it, and where they leave it open as the machine has it.
    package init(_ settings: Settings, on machine: Machine) {
        self.init(
            settings.mqtt, hostName: machine.name,
            machine: machine.marks + [settings.stateDirectory], version: Version.number)
    }
}
