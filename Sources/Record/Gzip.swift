import CZlib
import Database
import Glibc

/// Puts a compressed file in the place of a finished one.
enum Gzip {
    /// Makes `path.gz` of `path`, which is removed then; nothing is changed when there is such a file already.
    ///
    /// Whatever happens in between, one of the two is whole: the new one gets its name when it is on the disk.
    static func replace(_ path: String) throws(SystemError) {
        let target = path + ".gz"
        let fresh = target + ".new"
        guard access(target, F_OK) != 0 else { throw SystemError(code: EEXIST) }
        // A pipe would be waited for.
        let source = try Descriptor(path, O_RDONLY | O_NONBLOCK)
        guard source.isRegularFile else { throw SystemError(code: EINVAL) }
        // What a killed program left, or a link to somebody else's file.
        unlink(fresh)
        let copy = try Descriptor(fresh, O_WRONLY | O_CREAT | O_EXCL)
        FolderOwner.give(fresh)
        do throws(SystemError) {
            try compress(source, to: copy)
            guard fsync(copy.number) == 0, rename(fresh, target) == 0 else {
                throw SystemError.last
            }
        } catch {
            unlink(fresh)
            throw error
        }
        // Only when the new name is on the disk too, which some file systems put there later.
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let names = try Descriptor(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY)
        guard fsync(names.number) == 0 else { throw .last }
        unlink(path)
    }

    private static func compress(_ source: Descriptor, to copy: Descriptor) throws(SystemError) {
        var stream = z_stream()
        guard zlib_shim_gzip_init(&stream) == Z_OK else { throw SystemError(code: ENOMEM) }
        defer { deflateEnd(&stream) }
        var input = [UInt8](repeating: 0, count: 1 << 16)
        var output = [UInt8](repeating: 0, count: 1 << 16)
        var isAtEnd = false
        while !isAtEnd {
            let count = read(source.number, &input, input.count)
            guard count >= 0 else { throw .last }
            isAtEnd = count == 0
            let bytes = deflate(
                &stream, &input, count, flush: isAtEnd ? Z_FINISH : Z_NO_FLUSH, &output)
            try copy.write(bytes)
        }
    }

    /// What comes out for `count` bytes of `input`.
    private static func deflate(
        _ stream: inout z_stream, _ input: inout [UInt8], _ count: Int, flush: Int32,
        _ output: inout [UInt8]
    ) -> [UInt8] {
        var result: [UInt8] = []
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(count)
            output.withUnsafeMutableBufferPointer { output in
                repeat {
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    _ = CZlib.deflate(&stream, flush)
                    result += output.prefix(output.count - Int(stream.avail_out))
                } while stream.avail_out == 0
            }
        }
        return result
    }
}

/// An open file, closed with its last use.
private final class Descriptor {
    let number: Int32

    init(_ path: String, _ flags: Int32) throws(SystemError) {
        number = open(path, flags | O_CLOEXEC, 0o640)
        guard number >= 0 else { throw .last }
    }

    deinit { close(number) }

    var isRegularFile: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw count < 0 ? .last : SystemError(code: ENOSPC) }
            written += count
        }
    }
}
