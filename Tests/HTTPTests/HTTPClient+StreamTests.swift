import Foundation
import HTTP
import TestSupport
import Testing

@Suite("HTTP stream", .timeLimit(.minutes(1)))
struct StreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    /// One event at once, the second when the gate opens, then silence.
    private static func events(_ gate: Gate) -> ScriptedAnswer {
        ScriptedAnswer(steps: [
            .send(Data((head + "data: 1\n\n").utf8)), .wait(gate), .send(Data("data: 2\n\n".utf8)),
            .wait(Gate()),
        ])
    }

    @Test("brings each piece as it comes, however long that takes, and closes when nobody reads")
    func pieces() async throws {
        let gate = Gate()
        try await withServer { _ in
            Self.events(gate)
        } _: { client, server in
            var request = HTTPRequest(url: server.url)
            // Limits that would end any other transfer at once.
            request.limits = HTTPRequest.Limits(whole: 0.001, stall: 1, body: 1)
            var text = ""
            for try await chunk in client.stream(request) {
                text += String(decoding: chunk, as: UTF8.self)
                if text == "data: 1\n\n" { gate.release() }
                if text == "data: 1\n\ndata: 2\n\n" { break }
            }
            #expect(text == "data: 1\n\ndata: 2\n\n")
            #expect(await server.clientClosed(1) != nil)
        }
    }

    @Test("ends when its task is cancelled, and its connection with it")
    func cancelled() async throws {
        try await withServer { _ in
            Self.events(Gate())
        } _: { client, server in
            let url = server.url
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        for try await _ in client.stream(HTTPRequest(url: url)) {}
                    } catch { Issue.record(error) }
                }
                await server.request(1)
                group.cancelAll()
            }
            #expect(await server.clientClosed(1) != nil)
        }
    }

    @Test("throws when the client is shut down under it")
    func shutdown() async throws {
        try await withServer { _ in
            Self.events(Gate())
        } _: { client, server in
            do {
                for try await _ in client.stream(HTTPRequest(url: server.url)) {
                    client.shutdown()
                }
                Issue.record("a stream that was cut off ends with an error")
            } catch let error as HTTPError {
                #expect(error.code == .cancelled)
            }
        }
    }

    @Test("ends well when the server ends it")
    func finished() async throws {
        try await withServer { _ in
            .raw(Self.head + "data: 1\n\n")
        } _: { client, server in
            var size = 0
            for try await chunk in client.stream(HTTPRequest(url: server.url)) {
                size += chunk.count
            }
            #expect(size == 9)
        }
    }

    @Test("throws the status when it is no success")
    func refused() async throws {
        try await withServer { _ in
            ScriptedAnswer(status: 404, "{}")
        } _: { client, server in
            do {
                for try await _ in client.stream(HTTPRequest(url: server.url)) {
                    Issue.record("the body of an error is no part of the stream")
                }
                Issue.record("a stream that was refused ends with an error")
            } catch let error as HTTPError {
                #expect(error.code == .badStatus)
                #expect(error.message.contains("404"))
            }
        }
    }
}
