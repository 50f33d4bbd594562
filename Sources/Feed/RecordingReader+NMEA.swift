package import Domain
import Glibc

// A recording of NMEA 0183, whose sentences a gpsd decodes.
extension RecordingReader {
    /// The time of the first fix that has a place and a time, if that is among the first few thousand.
    ///
    /// Takes out what it has looked at: for a reader that is only asked this.
    package func firstTime() throws(FeedError) -> Timestamp? {
        for _ in 0..<64 {
            let fixes = try nextBatch(limit: 64)
            if fixes.isEmpty { break }
            if let fix = fixes.first(where: { $0.time != nil && $0.coordinate != nil }) {
                return fix.time
            }
        }
        guard isNMEA else { return nil }
        var time: Timestamp?
        for _ in 0..<4096 where time == nil {
            guard try nextSentence({ time = $0.time }) else { break }
        }
        return time
    }

    /// Writes the sentences to a file at `path`, and nothing of what lies between them.
    ///
    /// Throws `unreadable` where the file cannot be written. Why a recording ended early `nextBatch` tells then.
    package func copySentences(to path: String) throws(FeedError) {
        let raw = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard raw >= 0 else { throw unwritable(path) }
        let file = FileDescriptor(raw)
        var held: [UInt8] = []
        do {
            while try nextSentence({ held += $0.line }) {
                if held.count >= 1 << 16 { try write(&held, to: file, path) }
            }
        } catch {
            guard error.code != .cannotWrite else { throw error }
            if !input.isCancelled { failure = error }
        }
        try write(&held, to: file, path)
    }

    /// Hands over the next sentence; false at the end.
    private func nextSentence(_ body: (NMEASentence) -> Void) throws(FeedError) -> Bool {
        if var first = firstSentence {
            firstSentence = nil
            first.withUnsafeMutableBufferPointer { bytes in
                guard let sentence = NMEASentence(in: bytes) else { return }
                areSentencesChecked = sentence.isChecked
                body(sentence)
            }
            return true
        }
        while true {
            while let line = buffer.next() ?? (isAtEnd ? buffer.rest() : nil) {
                if let sentence = sentence(in: line) {
                    body(sentence)
                    return true
                }
            }
            guard !isAtEnd else { return false }
            _ = try more()
        }
    }

    /// Where sentences have checksums one without was cut, and its numbers may be.
    private func sentence(in line: LineBuffer.Line) -> NMEASentence? {
        guard case .text(let text) = line else {
            skip(.tooLong, nil)
            return nil
        }
        guard let sentence = NMEASentence(in: text) else {
            if !text.isEmpty { skip(.notNMEA, UnsafeBufferPointer(text)) }
            return nil
        }
        if areSentencesChecked, !sentence.isChecked {
            skip(.malformed, UnsafeBufferPointer(text))
            return nil
        }
        return sentence
    }

    private func write(
        _ bytes: inout [UInt8], to file: FileDescriptor, _ path: String
    ) throws(FeedError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.raw, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unwritable(path) }
            rest = rest.dropFirst(count)
        }
        bytes.removeAll(keepingCapacity: true)
    }

    private func unwritable(_ path: String) -> FeedError {
        FeedError(
            .cannotWrite,
            "\(path): the NMEA of \(input.name) cannot be written there (\(reason(errno))); make"
                + " space, or set TMPDIR to a folder that has some")
    }
}
