import Testing

@testable import milepost

/// The invocation that `line` asks for; words are separated by spaces.
func invocation(_ line: String) throws -> Invocation {
    guard case .perform(let invocation) = try Arguments.read(words(line)) else {
        throw UsageError(message: "not a call of a command")
    }
    return invocation
}

private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

@Suite("Arguments")
struct ArgumentsTests {
    @Test("every command is recognised", arguments: Command.allCases)
    func commands(command: Command) throws {
        // `help` is answered at once; its own test is below.
        guard command != .help else { return }
        let operands = [
            Command.replay: " f", .at: " Seoul", .search: " Seoul", .override: " Seoul",
            .simulate: " r.gpx", .tune: " f",
        ]
        let line = command.rawValue + (operands[command] ?? "")
        #expect(try invocation(line).command == command)
    }

    @Test(
        "options may stand anywhere, their values apart or joined",
        arguments: [
            "at --lang ko --format json Seoul", "--lang ko at Seoul --format json",
            "--format=json --lang=ko at Seoul", "at Seoul --lang ko --format=json",
            "--lang ko --format json at -- Seoul",
        ])
    func options(line: String) throws {
        let call = try invocation(line)
        #expect(call.command == .at)
        #expect(call.text(.lang) == "ko")
        #expect(call.text(.format) == "json")
        #expect(call.operands == ["Seoul"])
    }

    @Test("the words of a command may stand apart")
    func twoWords() throws {
        let call = try invocation("config --config x.toml check -v")
        #expect(call.command == .configCheck)
        #expect(call.operands == [])
        #expect(call.text(.config) == "x.toml")
        #expect(call.has(.verbose))
    }

    @Test(
        "negative numbers are operands",
        arguments: [
            ("at -33.8688 151.2093", ["-33.8688", "151.2093"]), ("at -.5 -0", ["-.5", "-0"]),
            ("at -33.8688,151.2093", ["-33.8688,151.2093"]),
            ("at --lang ko 33.9 -70.5", ["33.9", "-70.5"]),
            ("at -- -33.8688 --once", ["-33.8688", "--once"]),
            ("replay - a.json", ["-", "a.json"]),
        ])
    func negative(line: String, operands: [String]) throws {
        #expect(try invocation(line).operands == operands)
    }

    @Test("an argument with spaces or nothing in it stays one")
    func spaces() throws {
        guard
            case .perform(let call) = try Arguments.read([
                "override", "37°33'17\"N 126°58'14\"E", "", "--set=contact=a b=c",
            ])
        else {
            Issue.record("not a call")
            return
        }
        #expect(call.operands == ["37°33'17\"N 126°58'14\"E", ""])
        #expect(call.texts(.set) == ["contact=a b=c"])
    }

    @Test("a dash or a negative number may be a value")
    func dashValue() throws {
        #expect(try invocation("simulate --output - r.gpx").text(.output) == "-")
        #expect(try invocation("simulate --output=--x r.gpx").text(.output) == "--x")
    }

    @Test(
        "help and version",
        arguments: [
            ("help", "overview"), ("--help", "overview"), ("-h", "overview"),
            ("help run", "run"), ("run --help", "run"), ("run -h --explain", "run"),
            ("at --help", "at"), ("help config show", "config show"),
            ("config show --help", "config show"), ("help config", "config"),
            ("config --help", "config"), ("--version", "version"), ("run --version", "version"),
            ("--version --verbose", "version with sources"),
            ("-v --version", "version with sources"), ("help --as man-settings", "man-settings"),
        ])
    func help(line: String, asked: String) throws {
        let found =
            switch try Arguments.read(words(line)) {
            case .help(.overview): "overview"
            case .help(.command(let spec)): spec.command.rawValue
            case .help(.group(let specs)): specs.first?.command.words.first ?? ""
            case .document(let document): document.rawValue
            case .version(let withSources): withSources ? "version with sources" : "version"
            case .perform(let call): "\(call.command)"
            }
        #expect(found == asked)
    }

    @Test(
        "what is not understood is told with the nearest right name",
        arguments: [
            ("", "no command is given"),
            ("rnu", "rnu is not a command; did you mean run?"),
            ("statsu --format json", "statsu is not a command; did you mean status?"),
            ("weather", "weather is not a command (see"),
            ("help rnu", "rnu is not a command; did you mean run?"),
            ("config", "one of config check, config defaults, config show"),
            ("config chekc", "one of config check, config defaults, config show"),
            (
                "run --explian",
                "--explian is not an option of `milepost run`; did you mean --explain?"
            ),
            ("run --once", "--once is not an option of `milepost run` (see `milepost help run`)"),
            ("run -x", "-x is not an option"),
            ("run --gpsd", "--gpsd needs a value: HOST[:PORT[:DEVICE]]"),
            ("run --gpsd --explain", "--gpsd needs a value"),
            ("run --explain=yes", "--explain takes no value"),
            ("run --gpsd [::1", "--gpsd takes HOST[:PORT[:DEVICE]]"),
            ("run --gpsd h:0", "--gpsd takes HOST[:PORT[:DEVICE]]"),
            ("run --profile trian", "--profile takes one of significant, walk, vehicle, train"),
            ("run --lang= ", "--lang takes one of en, ko, not \"\""),
            ("run --set x", "--set takes KEY=VALUE"),
            ("run --config= ", "--config takes a text that is not empty"),
            ("run extra", "\"extra\" is too much"),
            (
                "run " + String(repeating: "x", count: 100_000),
                "\"" + String(repeating: "x", count: 80) + "\" is too much"
            ),
            ("replay", "`milepost replay` needs FILE"),
            ("replay --speed 0 f", "--speed takes max or a number from 0.001 to 1000000"),
            ("replay --speed nan f", "--speed takes max or a number"),
            ("refresh --timeout soon", "--timeout takes a number from 1 to 600, not \"soon\""),
            ("at", "`milepost at` needs LAT LON or NAME"),
            ("at --city-id 1 Seoul", "--city-id takes the place of \"Seoul\""),
            ("at --city-id 1 --zip 1", "exclude each other"),
            ("at --city-id 1.5", "--city-id takes a whole number"),
            ("override --clear Seoul", "--clear takes the place of \"Seoul\""),
            ("override --once", "`milepost override` needs LAT LON or NAME"),
            ("simulate a b", "\"b\" is too much"),
            ("run --\u{1B}[31m", "--\\u001b[31m is not an option"),
        ])
    func refuses(line: String, message: String) {
        do {
            _ = try Arguments.read(words(line))
            Issue.record("accepted")
        } catch {
            #expect(error.description.contains(message), "\(error)")
        }
    }
}
