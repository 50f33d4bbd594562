import Foundation
import Glibc
import TestSupport
import Wiring

/// A folder with settings, in which one daemon lives; removed at the end of the test.
final class Home: Sendable {
    private let folder: Folder
    var path: String { folder.path }

    init(places: FewPlaces = fewPlaces) throws {
        folder = try Folder()
        // gpsd gives root's rights up.
        chmod(path, 0o755)
        try places.install(in: path + "/data/milepost")
    }

    var state: String { path + "/state" }
    var socket: String { state + "/control.sock" }
    var config: String { path + "/milepost.toml" }
    var control: ControlClient { ControlClient(stateDirectory: state) }

    @discardableResult
    func write(_ text: String, to name: String = "milepost.toml") throws -> String {
        try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
        return path + "/" + name
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    /// Starts the real program with nothing of this machine's settings in sight, perhaps by way of a `launcher`.
    func milepost(
        _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        through launcher: [String] = []
    ) throws -> Program {
        var variables = [
            "HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_STATE_HOME": path + "/state",
            "XDG_DATA_HOME": path + "/data",
            "MILEPOST_STATE_DIR": state, "MILEPOST_OPENWEATHERMAP_KEY": "e2e-key",
            "PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin", "TMPDIR": path,
        ]
        variables.merge(environment) { $1 }
        let command = launcher + [milepostPath] + arguments
        return try Program(
            command[0], Array(command.dropFirst()), environment: variables, input: input)
    }

    /// The daemon with the settings that `write` wrote, following the gpsd at `port`.
    func run(
        gpsd port: Int, _ arguments: [String] = [], environment: [String: String] = [:],
        through launcher: [String] = []
    ) throws -> Program {
        try milepost(
            ["run", "--format", "json", "--config", config, "--gpsd", "127.0.0.1:\(port)"]
                + arguments, environment: environment, through: launcher)
    }
}

/// The program that was built with the tests lies beside them.
let milepostPath: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent + "/milepost"
}()

/// Settings without any lookup.
let noLookups = "[weather]\nproviders = []\n"
