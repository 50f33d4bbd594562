import Concurrency
import Glibc

/// The socket of a service manager, as $NOTIFY_SOCKET names it: what arrives there, one message after the other.
package final class NotifySocket: Sendable {
    package let path: String
    package let messages = History<String>()
    private let descriptor: Int32
    private let closing = Gate()

    /// Makes the socket in `folder`.
    package init(in folder: String) throws {
        path = folder + "/notify.sock"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, status == 0 else { throw Program.Failure(number: errno) }
        startThread { [descriptor, closing, messages] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                var polled = [
                    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: closing.descriptor, events: Int16(POLLIN), revents: 0),
                ]
                while poll(&polled, 2, -1) == -1, errno == EINTR {}
                if polled[1].revents != 0 { break }
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count >= 0 { messages.add(String(decoding: buffer[..<count], as: UTF8.self)) }
            }
            close(descriptor)
            messages.finish()
        }
    }

    deinit { closing.release() }

    /// Waits for a message from number `start` on that `isRight`; gives it with the number of the one after it.
    package func next(
        from start: Int, where isRight: (String) -> Bool
    ) async -> (message: String, next: Int)? {
        var number = start
        for await message in messages.stream(from: start) {
            number += 1
            if isRight(message) { return (message, number) }
        }
        return nil
    }
}
