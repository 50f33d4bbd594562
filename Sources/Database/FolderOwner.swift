import Glibc

/// What root makes in a folder of another user becomes that user's.
///
/// `sudo milepost track` may be the first to make a file of the service's; its daemon could not open it, had it stayed
/// root's.
package enum FolderOwner {
    /// Gives what this process has just made at `path` to the owner of the folder that it is in; does nothing for anybody
    /// but root, who alone can.
    package static func give(_ path: String) {
        guard geteuid() == 0 else { return }
        var folder = stat()
        guard stat(parent(of: path), &folder) == 0, folder.st_uid != 0 else { return }
        // Never what a link leads to: the folder's owner may have put one there. In vain on a disk without owners,
        // like one of FAT; there everybody has the same rights.
        _ = lchown(path, folder.st_uid, folder.st_gid)
    }

    /// The folder that a file is in.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
