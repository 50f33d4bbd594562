import Domain
import FoundationEssentials

/// Events for one client, as a browser's EventSource reads them (WHATWG HTML, "Server-sent events").
///
/// A client that does not keep up fills its subscription and is dropped by it; nobody else waits.
struct EventStream: Sendable {
    let events: AsyncStream<Event>
    let clock: any Clock<Duration>
    let log: Log

    /// A line that an EventSource passes over: it opens the stream, and keeps it alive.
    private static let comment = Data(": milepost\n\n".utf8)
    private static let silence = Duration.seconds(15)

    /// Writes until the events end or the client is gone.
    func write(_ writer: @escaping BodyWriter) async {
        guard await writer(Self.comment) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await forward(to: writer) }
            group.addTask { await keepAlive(writer) }
            await group.next()
            group.cancelAll()
        }
    }

    private func forward(to writer: BodyWriter) async {
        var id = 0
        for await event in events {
            do {
                guard let frame = try Self.frame(event, id: id + 1) else { continue }
                id += 1
                guard await writer(frame) else { return }
            } catch {
                log(.error, "An event cannot be sent: \(error).")
            }
        }
    }

    private func keepAlive(_ writer: BodyWriter) async {
        while (try? await clock.sleep(for: Self.silence)) != nil, await writer(Self.comment) {}
    }

    /// `id:` counts the events of one connection from 1; `event:` is the type, `data:` one line of JSON.
    private static func frame(_ event: Event, id: Int) throws -> Data? {
        guard let (type, json) = try Schema.record(event) else { return nil }
        return Data("id: \(id)\nevent: \(type)\ndata: ".utf8) + json + Data("\n\n".utf8)
    }
}
