import Database
import Glibc

/// The folder of what outlives a run, and the files in it.
package struct StateDirectory: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Where systemd keeps the state of `milepost.service`.
    package static let ofService = StateDirectory("/var/lib/milepost")

    /// The name of the user that it belongs to; nil where it is not there.
    package var owner: String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        // Not getpwuid(3), whose answer is that of the next caller too.
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var text = [CChar](repeating: 0, count: 4096)
        getpwuid_r(status.st_uid, &entry, &text, text.count, &found)
        return found == nil ? "user \(status.st_uid)" : entry.pw_name.map { String(cString: $0) }
    }

    package var socket: String { path + "/control.sock" }
    package var cache: String { path + "/cache.db" }
    package var stateFile: String { path + "/state.json" }
    package var mqttQueue: String { path + "/mqtt.db" }

    /// What no other file may be named.
    var ownFiles: [String] { [socket, cache, stateFile, mqttQueue, path + "/gazetteer.db"] }

    /// The file of the history; nil for none.
    package func history(_ store: StoreSettings) -> String? {
        store.path.isEmpty ? nil : store.path.hasPrefix("/") ? store.path : "\(path)/\(store.path)"
    }

    /// Why the folder cannot be used: one sentence.
    package struct Failure: Error, CustomStringConvertible, Sendable {
        package let description: String
    }

    /// Makes the folder, readable by its owner alone, and those above it.
    package func create() throws(Failure) {
        var reached = ""
        for part in path.split(separator: "/") {
            reached += "/" + part
            if mkdir(reached, 0o700) == 0 {
                FolderOwner.give(reached)
                continue
            }
            if errno == EEXIST { continue }
            // A parent on a read-only system may still be there.
            if access(reached, F_OK) != 0 { throw failure(errno) }
        }
        if access(path, W_OK | X_OK) != 0 { throw failure(errno) }
    }

    private func failure(_ code: Int32) -> Failure {
        Failure(
            description:
                "The state directory \(path) cannot be used (\(Errno(code: code))): make it"
                + " writable for this user, or name another in state_dir.")
    }
}
