import Foundation
import Glibc
import Testing
import Web

@Suite("HTTP server: the socket's file", .serialized)
struct SocketFileTests {
    @Test(
        "it is readable and writable by its user alone, whatever the umask, and so is its new folder"
    )
    func mode() async throws {
        try await withFolder { folder in
            let server = try HTTPServer(.unixSocket(path: folder + "/a/b/control.sock"))
            #expect(mode(folder + "/a/b/control.sock") == S_IFSOCK | 0o600)
            #expect(mode(folder + "/a/b") == S_IFDIR | 0o700)
            #expect(mode(folder + "/a") == S_IFDIR | 0o700)
            #expect(server.port == nil)
        }
    }

    @Test("it goes away with the server, whether that ran or not")
    func removed() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            do {
                let server = try HTTPServer(.unixSocket(path: path))
                #expect(mode(path) != nil)
                _ = server
            }
            #expect(mode(path) == nil)
            let server = try HTTPServer(.unixSocket(path: path))
            try await serving(server, Bench().api.answer) {}
            #expect(mode(path) == nil)
        }
    }

    @Test("one that a dead process left is replaced")
    func stale() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            try leaveSocket(path)
            let server = try HTTPServer(.unixSocket(path: path))
            try await serving(server, Bench().api.answer) {
                let client = try #require(RawClient(path))
                client.request("GET", "/healthz")
                #expect(await client.reply()?.status == 200)
            }
        }
    }

    @Test("one that a running server listens on is refused, and that server goes on")
    func live() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            let server = try HTTPServer(.unixSocket(path: path))
            try await serving(server, Bench().api.answer) {
                let error = refusal(.unixSocket(path: path))
                #expect(error?.code == .inUse)
                #expect(
                    error?.message == "\(path) is in use by a running Milepost; "
                        + "stop that one or choose another state_dir.")
                let client = try #require(RawClient(path))
                client.request("GET", "/healthz")
                #expect(await client.reply()?.status == 200)
            }
        }
    }

    @Test("a file that is no socket is left alone")
    func otherFile() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            let error = refusal(.unixSocket(path: path))
            #expect(error?.code == .badAddress)
            #expect(error?.message.contains("is not a socket") == true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        }
    }

    @Test("a server that ends leaves the file of its successor alone")
    func successor() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            let first = try HTTPServer(.unixSocket(path: path))
            unlink(path)
            let second = try HTTPServer(.unixSocket(path: path))
            try await serving(first, Bench().api.answer) {}
            #expect(mode(path) == S_IFSOCK | 0o600)
            _ = second.port
        }
    }

    @Test("a path longer than a socket's may be is refused with both lengths")
    func longPath() throws {
        let path = "/tmp/" + String(repeating: "x", count: 103)
        let error = refusal(.unixSocket(path: path))
        #expect(
            error?.message == "\(path) has 108 bytes, and a Unix socket's path 1 to 107: "
                + "choose a shorter state_dir.")
    }

    @Test("a folder that cannot be made is told with its reason")
    func noFolder() throws {
        let error = refusal(.unixSocket(path: "/proc/milepost/control.sock"))
        #expect(error?.code == .cannotListen)
        #expect(error?.message.hasPrefix("Milepost cannot listen on /proc/milepost/") == true)
        #expect(error?.message.hasSuffix("No such file or directory.") == true)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    /// A socket's file whose socket is closed, as after a kill.
    private func leaveSocket(_ path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 1) == 0)
    }
}
