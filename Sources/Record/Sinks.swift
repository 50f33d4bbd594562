package import Domain

/// Makes the sink for one output of the configuration; `-` is standard output.
///
/// The dates of file names are those of the renderer's zone. `ended` is called when standard output's reader is gone.
package func makeSink(
    path: String, encoder: RecordEncoder, log: Log, ended: @escaping @Sendable () -> Void = {}
) throws(RecordError) -> any EventSink {
    if path == "-" { return StdoutSink(encoder: encoder, log: log, ended: ended) }
    return LogFile(pattern: try PathPattern(path), encoder: encoder, log: log)
}
