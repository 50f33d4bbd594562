import Domain
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// A daemon of a user of its own, as the service is, and who else asks for it.
    @Suite("A daemon that belongs to another user", .enabled(if: Launcher.isThere))
    struct OwnerTests {
        private let home: Home
        private let settings: [String]

        init() throws {
            home = try Home()
            settings = ["--config", try home.write(noLookups)]
            #expect(mkdir(home.state, 0o750) == 0)
            #expect(chown(home.state, Folder.stranger, Folder.stranger) == 0)
        }

        private func call(
            _ arguments: [String], through launcher: [String] = []
        ) async throws -> (output: [String], errors: [String], code: Int32?) {
            let program = try home.milepost(arguments + settings, through: launcher)
            let output = await program.everything()
            return (output, program.errors.past, await program.end())
        }

        @Test("is reached by root, whose commands leave it no file that it cannot open")
        func root() async throws {
            // Before the daemon is there, as after an installation.
            let first = try await call(["at", "36.5", "127.25"])
            #expect(first.code == 0, "\(first.errors)")
            let daemon = try home.milepost(
                ["run", "--gpsd", "127.0.0.1:1"] + settings, through: Launcher.stranger)
            while try await home.control.ask(.get, "/api/v1/status") as Schema.Status? == nil {
                try Task.checkCancellation()
                await Task.yield()
            }
            let status = try await call(["status", "--format", "json"])
            #expect(status.code == 0, "\(status.errors)")
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
            #expect(
                daemon.errors.past.allSatisfy { !$0.contains("cannot") }, "\(daemon.errors.past)")
            let names = try FileManager.default.contentsOfDirectory(atPath: home.state)
            #expect(names.contains("milepost.db") && names.contains("gazetteer.db"))
            for name in names {
                var status = stat()
                #expect(lstat("\(home.state)/\(name)", &status) == 0)
                #expect(status.st_uid == Folder.stranger, "\(name)")
            }
        }

        @Test(
            "refuses everybody else, with the remedy",
            arguments: ["status", "refresh", "pause", "resume", "override --clear", "track"])
        func others(command: String) async throws {
            let words = command.split(separator: " ").map(String.init)
            let refused = try await call(words, through: Launcher.another)
            #expect(refused.code == 77)
            #expect(refused.output == [])
            #expect(refused.errors.count == 1)
            let sentence = refused.errors.first ?? ""
            #expect(sentence.contains("belongs to user \(Folder.stranger)"), "\(sentence)")
            #expect(sentence.contains("use `sudo milepost \(words[0])`"), "\(sentence)")
        }
    }
}

/// Starts a program as another user, which takes root.
private enum Launcher {
    static let stranger = launcher(Folder.stranger)
    static let another = launcher(Folder.stranger + 1)

    private static func launcher(_ user: uid_t) -> [String] {
        ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    }

    /// And the program must lie where others may go.
    static var isThere: Bool {
        guard Folder.canBeGiven, access("/usr/bin/setpriv", X_OK) == 0 else { return false }
        var path = milepostPath
        while path != "/", !path.isEmpty {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o001 != 0 else { return false }
            path = (path as NSString).deletingLastPathComponent
        }
        return true
    }
}
