import Domain
import Feed
import Glibc

/// The sentences of a recording, decoded by a gpsd of this program's own: nothing else knows what receivers mean.
///
/// gpsfake waits for whoever reads its reports, so none is lost however slowly they are taken.
struct NMEADecoding {
    let reader: RecordingReader
    let wake: WakeUp
    let environment: [String: String]

    /// `body` is given gpsd's reports; gpsd and all files are gone when this returns.
    ///
    /// Throws `noGpsd`, `cannotWrite` or what `body` throws.
    func run<Value>(
        _ body: (RecordingReader) async throws(FeedError) -> Value
    ) async throws(FeedError) -> Value {
        let folder: TemporaryFolder
        do throws(PrivateGpsd.Failure) {
            folder = try TemporaryFolder(in: environment["TMPDIR"] ?? "/tmp")
        } catch {
            throw FeedError(.cannotWrite, error.description)
        }
        defer { folder.remove() }
        let sentences = folder.path + "/sentences.nmea"
        try reader.copySentences(to: sentences)
        let (gpsd, outcome) = try await play(sentences, in: folder, body)
        // It has ended, or does so now that nobody reads it, or is ended when the task is cancelled.
        do throws(PrivateGpsd.Failure) { try await gpsd.end() } catch { throw refusal(error) }
        return try outcome.get()
    }

    /// What `body` makes of it; when this returns nobody reads any more.
    private func play<Value>(
        _ sentences: String, in folder: TemporaryFolder,
        _ body: (RecordingReader) async throws(FeedError) -> Value
    ) async throws(FeedError) -> (PrivateGpsd, Result<Value, FeedError>) {
        let pipe = folder.path + "/reports"
        mkfifo(pipe, 0o600)
        // Opened first: gpsfake would wait for it.
        let reports = try RecordingReader(path: pipe, wake: wake)
        let gpsd: PrivateGpsd
        do throws(PrivateGpsd.Failure) {
            // Without -n a gpsd that is slow to start throws away what came before it was ready.
            gpsd = try PrivateGpsd(
                playing: sentences, ["-n", "-r", #"?WATCH={"enable":true,"json":true}"#],
                to: pipe, in: folder, environment: environment)
        } catch {
            throw refusal(error)
        }
        return (gpsd, await result { () throws(FeedError) in try await body(reports) })
    }

    private func refusal(_ failure: PrivateGpsd.Failure) -> FeedError {
        FeedError(.noGpsd, "\(reader.name): is NMEA, which gpsd decodes. \(failure)")
    }
}
