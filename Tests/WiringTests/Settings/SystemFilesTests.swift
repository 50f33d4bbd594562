import Foundation
import Glibc
import Testing
import Wiring

@Suite("Files of the machine")
struct SystemFilesTests {
    /// Writes a file that is gone when `body` returns.
    private func withFile(
        _ bytes: Data, mode: Int = 0o600, _ body: (String) throws -> Void
    ) throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "milepost-\(UUID().uuidString)").path
        try bytes.write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try body(path)
    }

    @Test("come with their bytes and their mode")
    func reads() throws {
        try withFile(Data("abc\n".utf8), mode: 0o640) { path in
            guard case .bytes(let bytes, let mode) = SystemFiles.machine.read(path) else {
                Issue.record("not read")
                return
            }
            #expect(bytes == Array("abc\n".utf8))
            #expect(mode == 0o640)
        }
    }

    @Test("longer than one MiB are refused")
    func large() throws {
        try withFile(Data(count: 1 << 20)) { path in
            guard case .bytes(let bytes, _) = SystemFiles.machine.read(path) else {
                Issue.record("not read")
                return
            }
            #expect(bytes.count == 1 << 20)
        }
        try withFile(Data(count: 1 << 20 + 1)) { path in
            guard case .unreadable = SystemFiles.machine.read(path) else {
                Issue.record("read")
                return
            }
        }
    }

    @Test("a pipe with a name is read to its end")
    func namedPipe() throws {
        let text = "abc"
        let path = FileManager.default.temporaryDirectory
            .appending(path: "milepost-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        // Without a reader the pipe could not be opened for writing, and would keep nothing.
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let writer = open(path, O_WRONLY | O_CLOEXEC)
        #expect(write(writer, text, text.utf8.count) == text.utf8.count)
        close(writer)
        guard case .bytes(let bytes, _) = SystemFiles.machine.read(path) else {
            Issue.record("not read")
            return
        }
        #expect(bytes == Array(text.utf8))
    }

    @Test("missing ones and directories are told apart")
    func missing() {
        guard case .missing = SystemFiles.machine.read("/nowhere/at/all"),
            case .unreadable("Is a directory") = SystemFiles.machine.read("/")
        else {
            Issue.record("not told apart")
            return
        }
    }

    @Test("W21 a key file open to others is refused on a real file system too")
    func key() throws {
        try withFile(Data("abc\n".utf8), mode: 0o644) { path in
            var settings = Settings()
            settings[provider: "openweathermap"].keyFile = path
            #expect(throws: SettingsError.self) {
                try KeyStore(settings: settings, environment: [:], files: .machine)
            }
        }
    }
}
