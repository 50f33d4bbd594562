import Domain
import Foundation
import TestSupport
import Testing
import Wiring

@Suite("The client of the control socket", .serialized)
struct ControlClientTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func served(
        by script: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer,
        _ body: (ControlClient) async throws -> Void
    ) async throws {
        let server = try ScriptedHTTPServer(
            unixSocket: StateDirectory(folder.path).socket, script)
        defer { server.stop() }
        try await body(ControlClient(stateDirectory: folder.path))
    }

    @Test("tells that no daemon runs, without a socket and with one that nobody listens at")
    func nobody() async throws {
        let client = ControlClient(stateDirectory: folder.path)
        let answer: [Int]? = try await client.ask(.get, "/x")
        #expect(answer == nil)
        #expect(try await client.tell(.post, "/x") == false)
        _ = try folder.write("", to: "control.sock")
        #expect(try await client.tell(.post, "/x") == false)
    }

    @Test("sends method, path and a body of JSON, and reads the answer")
    func ask() async throws {
        try await served { request in
            let isRight =
                request.method == "PUT" && request.target == "/api/v1/x"
                && request.header("Content-Type") == "application/json"
                && String(decoding: request.body, as: UTF8.self) == #"{"a":1}"#
            return ScriptedAnswer(isRight ? "[1,2]" : "[]")
        } _: { client in
            let answer: [Int]? = try await client.ask(.put, "/api/v1/x", body: ["a": 1])
            #expect(answer == [1, 2])
        }
    }

    @Test(
        "a daemon that is stuck is told with the remedy, also to who would wait for long",
        arguments: ["/api/v1/status", "/api/v1/refresh"])
    func stuck(path: String) async throws {
        let server = try ScriptedHTTPServer(
            unixSocket: StateDirectory(folder.path).socket
        ) { _ in .silence }
        defer { server.stop() }
        let client = ControlClient(stateDirectory: folder.path, patience: 0.2)
        await #expect(
            throws: ControlError(
                .unavailable, "The daemon does not answer.",
                hint: "Restart it: `sudo systemctl restart milepost`, or end `milepost run`.")
        ) {
            _ = try await client.tell(.get, path)
        }
    }

    @Test("hands on the daemon's own error")
    func error() async throws {
        try await served { _ in
            ScriptedAnswer(
                status: 504,
                #"{"error":{"code":"no-fix","message":"No fix came.","hint":"Go outside."}}"#)
        } _: { client in
            await #expect(throws: ControlError(.noFix, "No fix came.", hint: "Go outside.")) {
                _ = try await client.tell(.post, "/api/v1/refresh")
            }
        }
    }

    @Test("says what it cannot understand")
    func nonsense() async throws {
        try await served { _ in
            ScriptedAnswer(status: 500, "<html>")
        } _: { client in
            let error = await thrown(ControlError.self) {
                _ = try await client.tell(.post, "/x")
            }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("500") == true)
        }
    }
}
