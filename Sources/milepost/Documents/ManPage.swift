import Wiring

/// milepost(1), made of the table of commands.
enum ManPage {
    static var text: String {
        var page = Roff("milepost", section: 1, title: "User Commands")
        page.section("NAME")
        page.lines(["milepost \\- turn a GPS receiver into a log that knows where it is"])
        page.section("SYNOPSIS")
        page.lines([
            "\(Roff.bold("milepost")) [\(Roff.italic("OPTION"))]... \(Roff.italic("COMMAND"))"
        ])
        page.section("DESCRIPTION")
        page.paragraph(HelpText.introduction)
        page.paragraph(
            "Every line on standard output is one event; diagnostics go to standard error. With"
                + " `--format json` an event is one JSON object.")
        page.section("COMMANDS")
        for spec in CommandTable.all { add(spec, to: &page) }
        page.section("OPTIONS OF EVERY COMMAND")
        for option in CommandOptions.global { add(option, to: &page) }
        page.section("EXIT STATUS")
        for code in ExitCode.allCases {
            page.item(Roff.bold(String(code.rawValue)), "\(sentence(code.meaning))")
        }
        addPlaces(to: &page)
        return page.text
    }

    private static func add(_ spec: CommandSpec, to page: inout Roff) {
        let name = "milepost \(spec.command.rawValue)"
        page.subsection(name)
        page.verbatim(spec.usages.map { "\(name) \($0)" })
        for paragraph in [spec.summary + "."] + spec.details { page.paragraph(paragraph) }
        for option in spec.options { add(option, to: &page) }
        let codes = spec.exits.map { String($0.rawValue) }.joined(separator: ", ")
        page.paragraph("Exit status: \(codes).")
        guard !spec.examples.isEmpty else { return }
        page.paragraph(spec.examples.count == 1 ? "Example:" : "Examples:")
        for example in spec.examples {
            page.item(Roff.bold("milepost \(example.call)"), sentence(example.purpose))
        }
    }

    private static func add(_ spec: OptionSpec, to page: inout Roff) {
        let short = spec.short.map { "\(Roff.bold("-\($0)")), " } ?? ""
        let value = spec.value == .none ? "" : " \(Roff.italic(spec.value.placeholder))"
        page.item(
            short + Roff.bold(spec.option.dashed) + value,
            sentence(spec.summary) + (spec.setting.map { " Stands for the setting `\($0)`." } ?? "")
        )
    }

    private static func sentence(_ text: String) -> String {
        text.hasSuffix(".") ? text : text + "."
    }

    private static func addPlaces(to page: inout Roff) {
        page.section("ENVIRONMENT")
        for (variable, meaning) in environment { page.item(Roff.bold(variable), meaning) }
        page.section("FILES")
        for (path, meaning) in files { page.item(Roff.italic(path), meaning) }
        page.section("SEE ALSO")
        page.lines([
            "\(Roff.bold("milepost.toml"))(5), \(Roff.bold("gpsd"))(8), \(Roff.bold("systemctl"))(1)"
        ])
    }

    private static let environment: [(String, String)] = [
        (
            "MILEPOST_SECTION_KEY",
            "A setting, like `MILEPOST_GATE_MIN_DISTANCE_M`; it beats the files."
        ),
        (
            "MILEPOST_PROVIDER_KEY",
            "The key of a provider, like `MILEPOST_OPENWEATHERMAP_KEY`."
        ),
        (
            "CREDENTIALS_DIRECTORY",
            "Where systemd puts keys: a file for each provider, of its name."
        ),
        ("STATE_DIRECTORY", "The state directory where state_dir is not set."),
        (
            "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_DATA_DIRS",
            "Where a user's settings and state are, and the list of places."
        ),
        ("http_proxy, https_proxy, no_proxy", "The proxy for requests, as curl(1) knows them."),
        ("NO_COLOR", "No colours, also on a terminal."),
    ]

    private static let files: [(String, String)] = [
        ("/etc/milepost/milepost.toml", "The settings of the machine."),
        ("~/.config/milepost/milepost.toml", "The settings of a user, which beat those."),
        (
            StateDirectory.ofService.path,
            "The state of the machine's own daemon: the history, the cache of answers, the imported list"
                + " of places, an override in force, and its control socket."
        ),
        ("~/.local/state/milepost", "The same of a user's daemon."),
        ("/usr/share/milepost", "The list of places."),
        (
            "/etc/credstore/milepost.openweathermap",
            "The key of a provider for the service, of mode 0600; likewise for the others. Read when the"
                + " service starts."
        ),
    ]
}
