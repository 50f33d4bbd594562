import Glibc

/// Only regular files are read: a pipe or a device in their place would never end, or not even open.
package enum RegularFile {
    /// Of an open file.
    package static func isOne(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && isOne(status)
    }

    /// Of what a path leads to; also true where there is nothing, as opening it tells why.
    package static func mayBeOne(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || isOne(status)
    }

    private static func isOne(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
