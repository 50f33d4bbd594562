import Database
import Glibc

/// A text file read line by line, or at a place found before; only one line is in memory.
final class LineFile {
    /// More than any line of the places has.
    static let longest = 4096

    let path: String
    private let file: UnsafeMutablePointer<FILE>
    private var line: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    init(_ path: String) throws(GazetteerError) {
        // A pipe without a writer would wait for one.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw GazetteerError(
                .noData, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard RegularFile.isOne(descriptor), let file = fdopen(descriptor, "r") else {
            close(descriptor)
            throw GazetteerError(.badData, "\(path) is not a regular file; \(Self.remedy)")
        }
        self.path = path
        self.file = file
    }

    deinit {
        fclose(file)
        free(line)
    }

    /// Hands every line after `header` to `body`, with its number and where it begins.
    func each(
        after header: String,
        _ body: (UnsafeRawBufferPointer, _ number: Int, _ offset: Int) throws(GazetteerError) ->
            Void
    ) throws(GazetteerError) {
        guard let first = try next(1), String(decoding: first, as: UTF8.self) == header else {
            throw fault("the first line is not the header of this file", 1)
        }
        var number = 2
        var offset = first.count + 1
        while let line = try next(number) {
            try body(line, number, offset)
            number += 1
            offset += line.count + 1
        }
        guard number > 2 else { throw fault("there is nothing after the header", 1) }
    }

    /// The line that begins at `offset`, where one was found before.
    func line(at offset: Int) throws(GazetteerError) -> UnsafeRawBufferPointer {
        guard fseeko(file, offset, SEEK_SET) == 0, let line = try next(nil) else {
            throw fault("it became shorter", nil)
        }
        return line
    }

    /// What is wrong with a line, as a sentence with its place; nil for a line that was right when it was read before.
    func fault(_ reason: String, _ number: Int?) -> GazetteerError {
        guard let number else {
            return GazetteerError(
                .badData, "\(path) changed while it was read: \(reason); try again")
        }
        return GazetteerError(
            .badData,
            "\(path), line \(number): \(reason); \(Self.remedy)")
    }

    /// Without a list of the user's own, the one that came with milepost is used.
    private static let remedy =
        "mend or remove this file, or put the one that came with milepost in its place"

    private func next(_ number: Int?) throws(GazetteerError) -> UnsafeRawBufferPointer? {
        let count = getline(&line, &capacity, file)
        guard count > 0, let line else {
            guard ferror(file) == 0 else {
                throw GazetteerError(
                    .noData, "\(path) cannot be read: \(String(cString: strerror(errno)))")
            }
            return nil
        }
        guard line[count - 1] == CChar(bitPattern: UInt8(ascii: "\n")) else {
            throw fault("the file is cut off here", number)
        }
        guard count <= Self.longest else { throw fault("the line is too long", number) }
        return UnsafeRawBufferPointer(start: line, count: count - 1)
    }
}
