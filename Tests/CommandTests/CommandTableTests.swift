import Testing
import Wiring

@testable import milepost

@Suite("The table of commands")
struct CommandTableTests {
    @Test("has every command once")
    func complete() {
        #expect(
            CommandTable.all.map(\.command.rawValue).sorted()
                == Command.allCases.map(\.rawValue).sorted())
    }

    @Test("uses every option")
    func options() {
        let used = Set(Command.allCases.flatMap { CommandTable.options(of: $0) }.map(\.option))
        #expect(used == Set(Option.allCases))
    }

    @Test("has no option of a command twice", arguments: Command.allCases)
    func unique(command: Command) {
        let options = CommandTable.options(of: command)
        #expect(Set(options.map(\.option)).count == options.count)
        let shorts = options.compactMap(\.short)
        #expect(Set(shorts).count == shorts.count)
    }

    @Test("options stand only for settings that there are")
    func settings() {
        let keys = Set(SettingsTable.all.map(\.key))
        for command in Command.allCases {
            for spec in CommandTable.options(of: command) {
                #expect(spec.setting.map { keys.contains($0) } ?? true, "\(spec.option)")
            }
        }
    }

    @Test(
        "every command can end well and be called wrongly",
        arguments: Command.allCases)
    func exits(command: Command) throws {
        let spec = try #require(CommandTable.byCommand[command])
        #expect(spec.exits.contains(.done) && spec.exits.contains(.usage))
        #expect(spec.exits == spec.exits.sorted { $0.rawValue < $1.rawValue })
    }

    @Test("every example is a right call of its command")
    func examples() throws {
        for spec in CommandTable.all {
            for example in spec.examples {
                let call = String(example.call.prefix { $0 != "|" && $0 != ">" })
                let words = call.split(separator: " ").map(String.init)
                // Answered before there is a call of a command.
                if case .document = try Arguments.read(words), spec.command == .help { continue }
                #expect(try invocation(call).command == spec.command, "\(example.call)")
            }
        }
    }

    // The numbers of DESIGN section 7, which are those of sysexits.h.
    @Test("exit codes have their numbers")
    func exitCodes() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 73, 77, 78])
    }
}
