import Glibc

/// What tells a file from another one that takes its path.
struct FileIdentity: Equatable {
    private var device: dev_t
    private var inode: ino_t

    /// Nil where nothing is.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
