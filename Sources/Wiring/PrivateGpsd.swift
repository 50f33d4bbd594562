import Glibc

/// A real gpsd of this program's own on a free port, to which gpsfake plays a file once.
package struct PrivateGpsd: Sendable {
    /// Why there is none: one sentence with the remedy.
    package struct Failure: Error, CustomStringConvertible, Sendable {
        package let description: String
    }

    let port: Int
    private let gpsfake: ChildProcess

    /// Starts gpsfake, which starts gpsd; `arguments` are gpsfake's, and its reports go to the file `output`.
    init(
        playing file: String, _ arguments: [String], to output: String = "/dev/null",
        in folder: TemporaryFolder, environment: [String: String]
    ) throws(Failure) {
        guard let port = freePort() else {
            throw Failure(description: "There is no free port on this machine: close a program.")
        }
        self.port = port
        var environment = environment
        environment["TMPDIR"] = folder.path
        // gpsd lives in a folder that is not on every user's path.
        environment["PATH"] = (environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin:/sbin"
        do throws(Errno) {
            gpsfake = try ChildProcess(
                ["gpsfake", "-1", "-q", "-p", "-P", "\(port)"] + arguments + [file],
                environment: environment, output: output)
        } catch {
            throw Failure(
                description: "gpsfake cannot be started (\(error)): install gpsd and gpsd-clients,"
                    + " or run config/setup.")
        }
    }

    /// Returns when gpsd listens, or will not any more: gpsfake waits 1.4 s before it plays, time enough to follow it.
    func listens() async {
        for _ in 0..<100 {
            if isListening(port) { return }
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
        }
    }

    /// Waits for gpsfake's end; cancelling ends it and its gpsd. Throws when it ended by itself and not as it should.
    func end() async throws(Failure) {
        let status = await gpsfake.end()
        if status == 0 || Task.isCancelled { return }
        throw Failure(
            description: "gpsfake ended early (\(ending(status))): check that gpsd is installed and"
                + " that `gpsfake --help` works.")
    }
}

/// What wait(2) tells of a program's end: its exit status in the second byte, or else a signal's number in the first.
package func ending(_ status: Int32) -> String {
    let signal = status & 0x7f
    return signal == 0 ? "exit status \(status >> 8)" : "signal \(signal)"
}

/// A port of 127.0.0.1 that nobody listens on now, and that Linux gives nobody who asks for any until gpsd has it.
private func freePort() -> Int? {
    for _ in 0..<100 {
        // From 32,768 on they are given away.
        let port = UInt16.random(in: 20_000..<30_000)
        var address = loopback(port: port)
        let isFree = withSocket(to: &address) { socket, address in
            bind(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
        if isFree { return Int(port) }
    }
    return nil
}

private func isListening(_ port: Int) -> Bool {
    var address = loopback(port: UInt16(port))
    return withSocket(to: &address) { socket, address in
        connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
}

private func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

/// What `body` makes of a fresh socket and the address; false without a descriptor.
private func withSocket(
    to address: inout sockaddr_in, _ body: (Int32, UnsafeMutablePointer<sockaddr>) -> Bool
) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(socket, $0) }
    }
}
