import Concurrency
import Database
package import Domain
import FoundationEssentials
package import Gate
import Glibc

/// The tracker's state on disk, replaced as a whole, so that a power cut leaves the old or the new one.
package struct StateFile: Sendable {
    private let path: String
    private let log: Log
    private let states = AsyncStream.makeStream(
        of: SavedState.self, bufferingPolicy: .bufferingNewest(1))

    package init(path: String, log: Log) {
        self.path = path
        self.log = log
    }

    /// What was saved last. A file that cannot be right is kept aside and said; the program starts without it.
    package func load() -> SavedState? {
        switch SystemFiles.machine.read(path) {
        case .missing: return nil
        case .unreadable(let reason):
            log(
                .error,
                "\(path) cannot be read (\(reason)), so an override in force is not known: give this"
                    + " user the right to read it, and restart milepost.")
            return nil
        case .bytes(let bytes, _):
            do throws(SavedState.Invalid) {
                return try SavedState(json: Data(bytes))
            } catch {
                let aside = path + ".unreadable"
                rename(path, aside)
                log(.warning, "\(error.message) The old file is kept as \(aside).")
                return nil
            }
        }
    }

    /// Has `state` written soon; of several that wait only the newest is.
    package func save(_ state: SavedState) { states.continuation.yield(state) }

    /// Lets `run` end when the last state is written.
    package func finish() { states.continuation.finish() }

    /// Writes what is saved, away from the pool: an SD card may take its time.
    package func run() async {
        for await state in states.stream {
            let (path, log) = (self.path, self.log)
            await onBlockingThread(interrupt: {}) {
                do {
                    try Self.replace(path, with: state.json())
                    log.recovered("state file", "The state is saved again.")
                } catch {
                    log(
                        .error,
                        "cannot save the state to \(path): \(error); an override set now is lost "
                            + "at the next start: make space there, or make it writable",
                        key: "state file")
                }
            }
        }
    }

    private static func replace(_ path: String, with data: Data) throws {
        let fresh = path + ".new"
        let file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Errno(code: errno) }
        FolderOwner.give(fresh)
        let written = data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        let synced = fsync(file)
        let code = errno
        close(file)
        guard written == data.count, synced == 0, rename(fresh, path) == 0 else {
            throw Errno(code: written < data.count ? ENOSPC : code)
        }
    }
}
