import Database
import Glibc

/// A file that is made under another name beside `target` and takes its place when it is whole.
///
/// A lock on it tells that its maker lives; what a killed one left behind is removed by the next.
final class ScratchFile {
    let path: String
    private let target: String
    private let descriptor: Int32
    private var isPublished = false

    init(for target: String) throws(GazetteerError) {
        Self.removeLeftovers(of: target)
        let path = "\(target).import-\(getpid())-\(UInt32.random(in: 0...(.max)))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw GazetteerError(
                .database,
                "\(path) cannot be made: \(String(cString: strerror(errno)))"
                    + "; check that its folder exists and may be written to")
        }
        FolderOwner.give(path)
        self.path = path
        self.target = target
        // Another process that cleans up may come between the two calls; then its own import serves as well.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path, F_OK) == 0 else {
            // `deinit` closes it, as everything is set.
            throw GazetteerError(.database, "another milepost removed \(path); try again")
        }
    }

    deinit {
        if !isPublished { unlink(path) }
        close(descriptor)
    }

    /// Puts the file, whole and on the disk, in the target's place.
    func publish() throws(GazetteerError) {
        guard fsync(descriptor) == 0, rename(path, target) == 0 else {
            throw GazetteerError(
                .database,
                "\(target) cannot be written: \(String(cString: strerror(errno)))"
                    + "; check its disk and its folder")
        }
        isPublished = true
        let directory = open(FolderOwner.parent(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        // A folder that cannot be synchronised still holds the new file; a power cut then costs a new import.
        fsync(directory)
        close(directory)
    }

    private static func removeLeftovers(of target: String) {
        let folder = FolderOwner.parent(of: target)
        guard let listing = opendir(folder) else { return }
        defer { closedir(listing) }
        let prefix = "\(target.split(separator: "/").last ?? "").import-"
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(prefix) { removeUnlessLocked("\(folder)/\(name)") }
        }
    }

    private static func removeUnlessLocked(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
}
