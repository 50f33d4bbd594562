import Glibc

/// The bytes of a recording: a file, a pipe or standard input; what is gzip is inflated on the way in.
final class RecordingInput {
    let name: String
    /// A pipe may have nothing more to say for hours, and what it has said cannot be read again.
    let isPipe: Bool
    /// `wake` was told while bytes were waited for.
    private(set) var isCancelled = false
    private let descriptor: FileDescriptor
    private let wake: WakeUp
    private var inflater: Inflater?

    /// Opens the file, or standard input for `-`. Throws `noSuchFile`, `notPermitted` or `unreadable`.
    init(path: String, wake: WakeUp?) throws(FeedError) {
        // Without waiting: a named pipe that nobody writes to yet is waited for where that can be ended.
        let raw = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else { throw .system(errno, path: path) }
        name = path == "-" ? "standard input" : path
        descriptor = FileDescriptor(raw)
        if let wake { self.wake = wake } else { self.wake = try WakeUp() }
        var status = stat()
        let kind = fstat(raw, &status) == 0 ? status.st_mode & S_IFMT : S_IFIFO
        isPipe = kind != S_IFREG
        if kind == S_IFDIR {
            throw FeedError(.unreadable, "\(name): is a folder; name the recording in it")
        }
    }

    /// Puts bytes into `room` as soon as there are any, and tells how many; 0 at the end.
    ///
    /// Throws `unreadable` or `damaged`.
    func read(into room: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
        guard let inflater else { return try readRaw(into: room) }
        return try inflater.read(into: room, name: name, from: readRaw)
    }

    /// Takes `bytes`, which were read already, and all that follow for gzip.
    func inflate(after bytes: UnsafeRawBufferPointer) { inflater = Inflater(after: bytes) }

    private func readRaw(into room: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
        guard let start = room.baseAddress else { return 0 }
        while true {
            if isPipe { try wait() }
            let count = descriptor.read(into: start, count: room.count)
            if count >= 0 { return count }
            // Somebody else was quicker.
            guard errno == EAGAIN, isPipe else { throw .system(errno, path: name) }
        }
    }

    private func wait() throws(FeedError) {
        while true {
            switch wake.wait(for: descriptor, POLLIN, seconds: .infinity) {
            case .ready: return
            case .timedOut: continue
            case .woken:
                isCancelled = true
                throw FeedError(.unreadable, "\(name): was given up before its end")
            }
        }
    }
}
