import Foundation
import Glibc

/// A real mosquitto on a loopback port; what it keeps outlives a kill once `save` was called.
package final class Mosquitto: Sendable {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    /// Nil where mosquitto or its clients are not installed.
    package static let isInstalled =
        FileManager.default.isExecutableFile(atPath: broker)
        && FileManager.default.isExecutableFile(atPath: subscriber)

    private static let broker = "/usr/sbin/mosquitto"
    fileprivate static let subscriber = "/usr/bin/mosquitto_sub"

    package let port: Int
    private let folder: Folder
    private let program: Program

    /// Returns when it accepts connections. `settings` are lines of its configuration; `folder` holds what it keeps.
    package init(
        in folder: Folder, port: Int? = nil, settings: String = "allow_anonymous true"
    ) throws {
        let port = try port ?? freePort()
        self.port = port
        self.folder = folder
        // As root it would become another user, who cannot write in the folder.
        let text = """
            listener \(port) 127.0.0.1
            user \(String(cString: getpwuid(getuid()).pointee.pw_name))
            persistence true
            persistence_location \(folder.path)/
            max_queued_messages 100000
            \(settings)

            """
        try text.write(toFile: folder.file("mosquitto.conf"), atomically: true, encoding: .utf8)
        program = try Program(Self.broker, ["-c", folder.file("mosquitto.conf")])
        let deadline = Date(timeIntervalSinceNow: 20)
        while !accepts(port: port) {
            guard Date() < deadline else {
                throw Failure(
                    description: "mosquitto did not start: \(program.errors.past.joined())")
            }
            poll(nil, 0, 10)
        }
    }

    /// Writes down who subscribed and what waits for them.
    package func save() throws {
        let file = folder.file("mosquitto.db")
        unlink(file)
        program.send(SIGUSR1)
        let deadline = Date(timeIntervalSinceNow: 20)
        while access(file, F_OK) != 0 {
            guard Date() < deadline else { throw Failure(description: "mosquitto did not save") }
            poll(nil, 0, 10)
        }
    }

    /// Ends it at once, as a power cut would.
    package func kill() async {
        program.send(SIGKILL)
        _ = await program.end()
    }
}

/// Reads every message of a broker, also those from while it was not connected.
package final class Subscriber: Sendable {
    /// One message as it came.
    package struct Message: Sendable, Hashable {
        package let topic: String
        /// Kept by the broker from before the subscription.
        package let isRetained: Bool
        package let payload: String
    }

    private let program: Program

    /// Returns when the broker has the subscription.
    package init(port: Int, id: String, topic: String = "#", more: [String] = []) async throws {
        // Of its own accord it holds lines back when nobody sees them.
        program = try Program(
            "/usr/bin/stdbuf",
            [
                "-oL", Mosquitto.subscriber, "-p", String(port), "-i", id, "-c", "-q", "1", "-t",
                topic, "-d",
            ]
                + ["-F", "\u{1}%r %t %p"] + more)
        for await line in program.output.stream() where line.contains("SUBACK") { return }
        throw Mosquitto.Failure(
            description: "no subscription: \(program.errors.past.joined(separator: " "))")
    }

    /// All that came and will come, in its order.
    package func messages() -> AsyncCompactMapSequence<AsyncStream<String>, Message> {
        program.output.stream().compactMap(Self.message)
    }

    /// All that came so far.
    package var past: [Message] { program.output.past.compactMap(Self.message) }

    /// Returns the first message that `isWanted`, from the beginning.
    package func first(where isWanted: (Message) -> Bool) async throws -> Message {
        for await message in messages() where isWanted(message) { return message }
        throw Mosquitto.Failure(description: "the subscriber ended")
    }

    /// Returns when so many messages of `topic` came, with all of them.
    package func messages(_ count: Int, of topic: String) async throws -> [Message] {
        var found: [Message] = []
        for await message in messages() where message.topic == topic {
            found.append(message)
            if found.count == count { return found }
        }
        throw Mosquitto.Failure(description: "the subscriber ended after \(found.count) messages")
    }

    package func stop() async {
        // SIGTERM it forgets while it has no connection.
        program.send(SIGKILL)
        _ = await program.end()
    }

    private static func message(_ line: String) -> Message? {
        guard line.hasPrefix("\u{1}") else { return nil }
        let parts = line.dropFirst().split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3 else { return nil }
        return Message(topic: parts[1], isRetained: parts[0] == "1", payload: parts[2])
    }
}

/// Whether somebody listens on a loopback port.
func accepts(port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeBytes(of: &address) { bytes in
        guard let base = bytes.baseAddress else { return false }
        return connect(descriptor, base.assumingMemoryBound(to: sockaddr.self), length) == 0
    }
}
