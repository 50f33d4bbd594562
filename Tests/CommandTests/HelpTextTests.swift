import Testing

@testable import milepost

@Suite("Help")
struct HelpTextTests {
    private static let topics =
        [HelpTopic.overview] + CommandTable.all.map { HelpTopic.command($0) }

    @Test("is at most 100 columns wide, without spaces at the end of a line")
    func width() {
        for topic in Self.topics {
            for line in HelpText.help(topic).split(separator: "\n") {
                #expect(line.count <= 100, "\(line)")
                #expect(line.last != " ", "\(line)")
            }
        }
    }

    @Test("of a command tells every option, exit code and example of it")
    func complete() {
        for spec in CommandTable.all {
            let text = HelpText.help(.command(spec))
            for option in CommandTable.options(of: spec.command) {
                #expect(text.contains("\(option.option.dashed)"))
            }
            for exit in spec.exits { #expect(text.contains("  \(exit.rawValue) ")) }
            for example in spec.examples { #expect(text.contains(example.call)) }
            for usage in spec.usages {
                #expect(text.contains("milepost \(spec.command.rawValue) \(usage)"))
            }
        }
    }

    @Test("of the program tells every command")
    func overview() {
        let text = HelpText.help(.overview)
        for spec in CommandTable.all { #expect(text.contains("  \(spec.command.rawValue)  ")) }
    }

    @Test("of the group config")
    func group() {
        let specs = CommandTable.all.filter { $0.command.words.first == "config" }
        let expected = """
            Commands:
              config check     Check the settings, all of them
              config defaults  Print every setting with its default, as TOML
              config show      Print the settings in force and where each was set; no key is shown

            """
        #expect(HelpText.help(.group(specs)) == expected)
    }

    @Test("of override, as it is printed")
    func override() throws {
        let spec = try #require(CommandTable.byCommand[.override])
        let expected = """
            Usage: milepost override [OPTION]... LAT LON
                   milepost override [OPTION]... NAME
                   milepost override [OPTION]... --clear

            Set the position by hand, in force until cleared.

            The receiver is not used meanwhile, also after a restart of the daemon. A broker is told the place
            too, with --once too.

            Options:
                  --once   Show the place once; tracking goes on
                  --clear  Follow the receiver again

            Options of every command:
                  --config FILE            Read these settings after the usual files
                  --set KEY=VALUE          Set a setting, as often as needed
                  --format text|json       For a person, or one JSON object a line
                  --lang en|ko             The language of text
                  --units metric|imperial  The units of text
              -q, --quiet                  Diagnostics: only errors
              -v, --verbose                Diagnostics: everything
              -h, --help                   Tell how this is called
                  --version                Print the version; with --verbose also whose data is shown

            Exit codes:
              0   done
              1   a negative answer: no fix, nothing found
              64  the command was not called rightly
              69  a service does not answer: gpsd, the daemon, a provider
              77  a permission is missing
              78  a setting is wrong

            Examples:
              milepost override 35.1151 129.0415  Busan station, until cleared
              milepost override --once Busan      Show it once and go on
              milepost override --clear           Back to the receiver

            """
        #expect(HelpText.help(.command(spec)) == expected)
    }

    @Test("of run: a name too wide for its column has its text below")
    func wideName() throws {
        let spec = try #require(CommandTable.byCommand[.run])
        let expected = """
            Options:
                  --gpsd HOST[:PORT[:DEVICE]]  The gpsd to follow, and the receiver
                  --profile significant|walk|vehicle|train|every-fix
                                               How dense the log is
                  --explain                    Tell also which fixes do not matter and which lookups were given
                                               up

            """
        #expect(HelpText.help(.command(spec)).contains(expected))
    }
}
