import Foundation
import Glibc

/// One connection of a scripted server, on a thread of its own.
struct ServerConnection {
    /// Who ended the connection; the server does when its script or the test says so.
    enum End: Error { case client, server }

    let descriptor: Int32
    let number: Int
    let stop: Gate
    private var buffer = Data()

    init(descriptor: Int32, number: Int, stop: Gate) {
        self.descriptor = descriptor
        self.number = number
        self.stop = stop
    }

    mutating func nextRequest() throws -> ScriptedRequest {
        let blank = Data("\r\n\r\n".utf8)
        while buffer.range(of: blank) == nil { try receive() }
        guard let end = buffer.range(of: blank),
            var request = ScriptedRequest(
                head: buffer[..<end.lowerBound], connection: number)
        else { throw End.server }
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        while buffer.endIndex - end.upperBound < length { try receive() }
        request.body = Data(buffer[end.upperBound..<(end.upperBound + length)])
        buffer = Data(buffer[(end.upperBound + length)...])
        return request
    }

    func perform(_ answer: ScriptedAnswer) throws {
        for step in answer.steps {
            switch step {
            case .send(let bytes): try send(bytes)
            case .wait(let gate): try wait(for: gate)
            }
        }
        if answer.closes { throw End.server }
    }

    private mutating func receive() throws {
        try waitUntilReady(POLLIN)
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { throw End.client }
        buffer.append(contentsOf: chunk[..<count])
    }

    private func send(_ bytes: Data) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try waitUntilReady(POLLOUT)
            let count = rest.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            guard count > 0 || errno == EAGAIN else { throw End.client }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private func wait(for gate: Gate) throws {
        let ready = try poll([(descriptor, hangUp), (gate.descriptor, POLLIN)])
        if ready[0] { throw End.client }
    }

    private func waitUntilReady(_ events: Int32) throws {
        _ = try poll([(descriptor, events)])
    }

    /// Which of them are ready; throws when the server stops.
    private func poll(_ wanted: [(descriptor: Int32, events: Int32)]) throws -> [Bool] {
        var polled = (wanted + [(stop.descriptor, POLLIN)]).map {
            pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
        }
        while Glibc.poll(&polled, nfds_t(polled.count), -1) < 0 && errno == EINTR {}
        guard polled[wanted.count].revents == 0 else { throw End.server }
        return polled.map { $0.revents != 0 }
    }

    /// The client's end, even while bytes of it are still unread.
    private var hangUp: Int32 { 0x2000 }  // POLLRDHUP, which glibc's headers hide from Swift
}
