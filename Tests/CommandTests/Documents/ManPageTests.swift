import TestSupport
import Testing
import Wiring

@testable import milepost

@Suite("The manual pages")
struct ManPageTests {
    private func page(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }

    @Test("milepost(1) has every command with its usages and examples")
    func commands() {
        let lines = Set(page(ManPage.text))
        for spec in CommandTable.all {
            #expect(lines.contains(".SS \"milepost \(Roff.escaped(spec.command.rawValue))\""))
            for usage in spec.usages {
                let call = "milepost \(spec.command.rawValue) \(usage)"
                #expect(lines.contains(Roff.escaped(call)), "\(call)")
            }
            for example in spec.examples {
                #expect(lines.contains(Roff.bold("milepost \(example.call)")), "\(example.call)")
            }
        }
    }

    @Test(
        "milepost(1) has each option of a command below that command", arguments: Command.allCases)
    func options(command: Command) throws {
        let spec = try #require(CommandTable.byCommand[command])
        let all = page(ManPage.text)
        let start = try #require(all.firstIndex(of: ".SS \"milepost \(command.rawValue)\""))
        let rest = all[(start + 1)...]
        let own = rest.prefix { !$0.hasPrefix(".S") }
        for option in spec.options {
            #expect(own.contains { $0.contains(Roff.bold(option.option.dashed)) })
        }
    }

    @Test("milepost(1) has the options of every command and all exit codes")
    func common() throws {
        let all = page(ManPage.text)
        let start = try #require(all.firstIndex(of: ".SH \"OPTIONS OF EVERY COMMAND\""))
        for option in CommandOptions.global {
            #expect(all[start...].contains { $0.contains(Roff.bold(option.option.dashed)) })
        }
        let codes = try #require(all.firstIndex(of: ".SH \"EXIT STATUS\""))
        for code in ExitCode.allCases {
            #expect(all[codes...].contains(Roff.bold(String(code.rawValue))))
        }
    }

    @Test("milepost.toml(5) has every setting with its default and variable, and those of lists")
    func settings() {
        let lines = Set(page(SettingsManPage.text))
        for setting in SettingsTable.all {
            let term = "\(Roff.bold(setting.name)) = \(Roff.italic(setting.fallback.toml))"
            #expect(lines.contains(term), "\(setting.key)")
            #expect(lines.contains("Variable: \(Roff.bold(setting.variable))."))
        }
        for field in logTable.fields {
            #expect(lines.contains { $0.hasPrefix("\(Roff.bold(field.name)) = ") })
        }
        for field in zoneTable.fields {
            #expect(lines.contains { $0.hasPrefix("\(Roff.bold(field.name)) = ") })
        }
        #expect(lines.contains(".SS \"[[log]]\"") && lines.contains(".SS \"[[privacy.zone]]\""))
    }

    @Test(
        "groff renders them without a warning", .enabled(if: Installed.has("groff")),
        arguments: [Document.man, .manSettings])
    func groff(document: Document) async throws {
        let folder = try Folder()
        let path = try folder.put(document.text, "page")
        let ended = try await Installed.run(
            "groff", ["-k", "-ww", "-man", "-Tutf8", "-P-cbou", path])
        #expect(ended.errors == [])
        #expect(ended.code == 0)
        #expect(ended.output.contains("NAME"))
    }
}
