package import Domain

/// Makes the sink for one output of the configuration; `-` is standard output, which takes only formats of lines.
///
/// With `compresses` finished files are gzipped. The dates of file names are those of the renderer's zone. `ended` is called when standard output's reader is gone.
package func makeSink(
    path: String, encoder: RecordEncoder, compresses: Bool = false, log: Log,
    ended: @escaping @Sendable () -> Void = {}
) throws(RecordError) -> any EventSink {
    if path != "-" {
        return LogFile(
            pattern: try PathPattern(path), encoder: encoder, compresses: compresses, log: log)
    }
    guard !encoder.format.isDocument else {
        throw RecordError(
            "standard output cannot be a \(encoder.format.rawValue) file: give that log a path, or the "
                + "format text or jsonl")
    }
    return StdoutSink(encoder: encoder, log: log, ended: ended)
}
