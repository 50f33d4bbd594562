import Database
import Glibc

/// `write(2)`: the count of bytes written, or -1 with `errno`; a parameter so that a full disk can be tested.
package typealias WriteCall = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

/// A file that whole records are added to.
final class AppendFile {
    let path: String
    private let descriptor: Int32
    private let status: stat
    private let shape: FileShape
    private let write: WriteCall
    /// Nil when there is nothing but records.
    private var document: Document?
    /// Of a regular file; of a document with the blanks behind its tail.
    private var size = 0

    /// Blanks written at a time. A write that makes a file longer has to find pages for it, and a process killed between
    /// two of them leaves a record without a tail. Over pages that are there hardly any time passes between the two.
    private static let room = 65_536

    /// Opens or makes the file, its directories too, and mends what a write that was cut off has left; nil when there is
    /// a file of another kind, which stays as it is.
    init?(path: String, shape: FileShape, write: @escaping WriteCall) throws(SystemError) {
        try makeDirectories(above: path)
        var status = stat()
        // With O_RDWR it would be its own reader, so that what nobody reads was lost without a word.
        let isThere = stat(path, &status) == 0
        let isPipe = isThere && status.st_mode & S_IFMT == S_IFIFO
        // Where somebody went is nobody else's business: no rights for others.
        // A pipe whose reader is stuck is full like a disk, and must not hold the program.
        let descriptor = Glibc.open(
            path,
            (isPipe ? O_WRONLY : O_RDWR) | O_CREAT | O_CLOEXEC | O_NONBLOCK
                | (shape.hasTail ? 0 : O_APPEND), 0o640)
        guard descriptor >= 0 else { throw SystemError.last }
        if !isThere { FolderOwner.give(path) }
        guard fstat(descriptor, &status) == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
        self.status = status
        self.shape = shape
        self.write = write
        switch shape {
        case .lines(let torn): if isRegular { try repair(torn) }
        case .csv, .gpx, .geojson:
            // Nothing can be written over in a pipe.
            guard isRegular || !shape.hasTail else { throw SystemError(code: ESPIPE) }
            guard try mend() else { return nil }
        }
    }

    /// Opens the file, or when it is of another kind the next one with a number in its name: `a-2.gpx`.
    static func open(
        _ path: String, shape: FileShape, write: @escaping WriteCall
    ) throws(SystemError) -> AppendFile {
        for number in 1..<100 {
            let file = try AppendFile(path: path.numbered(number), shape: shape, write: write)
            if let file { return file }
        }
        throw SystemError(code: EEXIST)
    }

    deinit {
        var now = stat()
        if let document, fstat(descriptor, &now) == 0, isUntouched(now) {
            ftruncate(descriptor, off_t(document.size))
        }
        close(descriptor)
    }

    /// False once the path leads to another file or to none, as after a rotation, or another program wrote to it.
    var isCurrent: Bool {
        var now = stat()
        guard stat(path, &now) == 0, now.st_ino == status.st_ino, now.st_dev == status.st_dev
        else { return false }
        return isUntouched(now)
    }

    /// Whether nobody else wrote to the file, as far as its size and what stands where the next record goes can tell.
    private func isUntouched(_ now: stat) -> Bool {
        guard isRegular else { return true }
        guard now.st_size == size else { return false }
        guard let document, let tail = try? read(document.end, document.tail.count) else {
            return document == nil
        }
        return tail == document.tail
    }

    /// Adds the whole record or nothing: what was written of it is taken back when the rest does not fit.
    func append(_ record: [UInt8]) throws(SystemError) {
        guard let document else {
            try put(record, at: off_t(size))
            return size += record.count
        }
        let (bytes, longer) = document.adding(record, shape)
        if document.end > 0, shape.hasTail { makeRoom(for: longer.size) }
        try put(bytes, at: off_t(document.end), over: document.tail)
        self.document = longer
        size = max(size, longer.size)
    }

    /// Where there is no space for it, the record may still have some.
    private func makeRoom(for needed: Int) {
        guard needed > size else { return }
        let blanks = [UInt8](repeating: Document.blank, count: needed - size + Self.room)
        guard (try? put(blanks, at: off_t(size))) != nil else { return }
        size += blanks.count
    }

    private func put(_ bytes: [UInt8], at start: off_t, over tail: [UInt8] = [])
        throws(SystemError)
    {
        if isRegular, lseek(descriptor, start, SEEK_SET) < 0 { throw .last }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, .init(rebasing: $0[written...])) }
            if count < 0, errno == EINTR { continue }
            // Half a record is out and cannot be taken back.
            if count < 0, errno == EAGAIN, written > 0, isReady() { continue }
            guard count > 0 else {
                let error = count < 0 ? SystemError.last : SystemError(code: ENOSPC)
                if written > 0, isRegular { takeBack(to: start, tail) }
                throw error
            }
            written += count
        }
    }

    /// Puts the tail back where it was; there is space for it, as it was there before.
    private func takeBack(to start: off_t, _ tail: [UInt8]) {
        let count = tail.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, start) }
        ftruncate(descriptor, start + off_t(max(0, count)))
    }

    /// Waits a second at most for a pipe's reader to take something.
    private func isReady() -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&event, 1, 1000) > 0
    }

    private var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Finds where the next record goes and closes the document there; false when it is none of ours.
    private func mend() throws(SystemError) -> Bool {
        let size = isRegular ? Int(status.st_size) : 0
        let found = try Document.find(shape, size: size, read: read)
        guard let found else { return false }
        if try found.isClosed(by: read(found.end, size - found.end)) {
            self.size = size
        } else {
            if ftruncate(descriptor, off_t(found.end)) != 0 { throw .last }
            try put(found.tail, at: off_t(found.end))
            self.size = found.size
        }
        document = found
        return true
    }

    /// A process killed or a machine switched off while writing leaves a last line without an end.
    private func repair(_ torn: TornLine) throws(SystemError) {
        let size = Int(status.st_size)
        self.size = size
        guard try !isEnded(size) else { return }
        let count = min(size, TornLine.reach)
        let bytes = try read(size - count, count)
        switch torn.repair(bytes, isWhole: bytes.count == size) {
        case .nothing: return
        case .cut(let length):
            if ftruncate(descriptor, off_t(size - length)) != 0 { throw .last }
            self.size -= length
        case .end:
            try put([UInt8(ascii: "\n")], at: off_t(size))
            self.size += 1
        }
    }

    private func isEnded(_ size: Int) throws(SystemError) -> Bool {
        size == 0 ? true : try read(size - 1, 1) == [UInt8(ascii: "\n")]
    }

    private func read(_ start: Int, _ count: Int) throws(SystemError) -> [UInt8] {
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes {
            pread(descriptor, $0.baseAddress, count, off_t(start))
        }
        guard got == count else { throw got < 0 ? .last : SystemError(code: EIO) }
        return bytes
    }
}

extension String {
    /// The path with a number before its extension; the first is the path itself.
    fileprivate func numbered(_ number: Int) -> String {
        guard number > 1 else { return self }
        let name = lastIndex(of: "/").map(index(after:)) ?? startIndex
        let dot = self[name...].dropFirst().lastIndex(of: ".") ?? endIndex
        return "\(self[..<dot])-\(number)\(self[dot...])"
    }
}

/// Makes what is missing of the directories that `path` lies in.
private func makeDirectories(above path: String) throws(SystemError) {
    let bytes = path.utf8
    for slash in bytes.indices.dropFirst() where bytes[slash] == UInt8(ascii: "/") {
        let directory = String(path[..<slash])
        var status = stat()
        // What is there already may lie on a disk that cannot be written, and is no fault.
        if stat(directory, &status) == 0 { continue }
        if mkdir(directory, 0o750) == 0 {
            FolderOwner.give(directory)
        } else if errno != EEXIST {
            throw .last
        }
    }
}
