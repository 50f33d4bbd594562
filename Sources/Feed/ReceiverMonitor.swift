package import Domain

/// Turns what is seen of gpsd into the receiver's state; a value that knows no clock and no socket.
package struct ReceiverMonitor: Sendable {
    package enum Observation: Sendable {
        /// No connection came about, or it is over; the reason in words.
        case unreachable(String)
        case connected
        /// All receivers gpsd has.
        case devices([GpsdDevice])
        case device(GpsdDevice)
        case report(device: String?, mode: Fix.Mode)
    }

    private struct Report {
        var at: Moment
        var hasFix: Bool
    }

    private let address: GpsdAddress
    private let staleAfter: Double
    private var unreachable: String?
    /// When waiting for a report began: the connection, or a receiver's appearance.
    private var waitingSince: Moment?
    /// Nil until gpsd has told them.
    private var devices: Set<String>?
    private var reports: [String: Report] = [:]
    private var last: Receiver?

    /// `staleAfter` is seconds without a report.
    package init(address: GpsdAddress, staleAfter: Double) {
        self.address = address
        self.staleAfter = staleAfter
    }

    /// The receiver's state if `observation` changes it.
    package mutating func observe(_ observation: Observation, at now: Moment) -> Receiver? {
        switch observation {
        case .unreachable(let reason):
            unreachable = reason
            devices = nil
            reports = [:]
        case .connected:
            unreachable = nil
            devices = nil
            waitingSince = now
        case .devices(let list):
            let present = Set(list.filter(\.isPresent).map(\.path))
            if devices.map({ !$0.isSuperset(of: present) }) ?? false { waitingSince = now }
            devices = present
            reports = reports.filter {
                present.contains($0.key) || $0.key.isEmpty && !present.isEmpty
            }
        case .device(let device): note(device, at: now)
        case .report(let device, let mode):
            guard isWanted(device) else { return nil }
            if reports.count > 64 { reports = [:] }
            reports[device ?? ""] = Report(at: now, hasFix: mode.rawValue >= Fix.Mode.twoD.rawValue)
        }
        return tick(at: now)
    }

    /// The receiver's state if the passing of time changes it.
    package mutating func tick(at now: Moment) -> Receiver? {
        guard let state = state(at: now) else { return nil }
        let receiver = Receiver(state, detail: detail(state, at: now))
        guard receiver != last else { return nil }
        last = receiver
        return receiver
    }

    /// When silence may next change the state; always later than `now`.
    package func due(after now: Moment) -> Moment? {
        let moments = reports.values.map(\.at) + [waitingSince].compactMap { $0 }
        return moments.map { $0 + staleAfter }.filter { $0 > now }.min()
    }

    /// True while gpsd has told of a receiver that is to be followed.
    package var hasDevice: Bool { !wantedDevices.isEmpty || !reports.isEmpty }

    /// True unless another receiver is set as the only one.
    package func isWanted(_ device: String?) -> Bool {
        guard let device, let wanted = address.device else { return true }
        return device == wanted
    }
}

extension ReceiverMonitor {
    private mutating func note(_ device: GpsdDevice, at now: Moment) {
        if device.isPresent {
            if devices?.contains(device.path) != true { waitingSince = now }
            devices = (devices ?? []).union([device.path])
        } else {
            devices = (devices ?? []).subtracting([device.path])
            reports[device.path] = nil
        }
    }

    private var wantedDevices: [String] { (devices ?? []).filter { isWanted($0) }.sorted() }

    private func isFresh(_ report: Report, at now: Moment) -> Bool {
        now - report.at < staleAfter
    }

    /// Nil when not enough is known to say more than before.
    private func state(at now: Moment) -> ReceiverState? {
        if unreachable != nil { return .waitingForGpsd }
        let fresh = reports.values.filter { isFresh($0, at: now) }
        if fresh.contains(where: \.hasFix) { return .fix }
        if !fresh.isEmpty { return .noFix }
        guard hasDevice else { return devices == nil ? nil : .noDevice }
        let since = ([waitingSince].compactMap { $0 } + reports.values.map(\.at)).max() ?? now
        return now - since >= staleAfter || last?.state == .stale ? .stale : .noFix
    }

    private func detail(_ state: ReceiverState, at now: Moment) -> String {
        let wanted = wantedDevices.isEmpty ? reports.keys.filter { !$0.isEmpty } : wantedDevices
        let names =
            wanted.isEmpty ? "The receiver" : "Receiver \(wanted.sorted().joined(separator: ", "))"
        switch state {
        case .waitingForGpsd:
            let remedy =
                address.isLocal
                ? "start it (sudo systemctl start gpsd), or set gpsd.host and gpsd.port"
                : "check its name, and that gpsd runs there with -G, which lets other machines in"
            return "gpsd at \(address) cannot be followed: \(unreachable ?? "no answer"); \(remedy)"
        case .noDevice: return missing
        case .noFix: return "\(names) has no fix; give the antenna a clear view of the sky"
        case .stale:
            return "\(names) sent no report for \(seconds(staleAfter)); "
                + "check its cable, then restart gpsd"
        case .fix: return "Fixes come from gpsd at \(address)"
        }
    }

    private var missing: String {
        let present = (devices ?? []).sorted().joined(separator: ", ")
        guard let wanted = address.device, !present.isEmpty else {
            return "gpsd at \(address) has no receiver\(address.device.map { " \($0)" } ?? ""); "
                + "plug it in, or tell gpsd of it (gpsdctl add DEVICE)"
        }
        return "Receiver \(wanted) is gone, gpsd at \(address) has \(present); "
            + "set gpsd.device to that, or to nothing for any"
    }
}

private func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
}
