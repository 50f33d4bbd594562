import Glibc
import TestSupport
import Testing
import Wiring

@testable import milepost

/// What is typed, and what a shell offers for its last word.
struct Typed: Sendable, CustomTestStringConvertible {
    let line: String
    let offered: [String]

    init(_ line: String, _ offered: [String]) {
        self.line = line
        self.offered = offered
    }

    var testDescription: String { line }

    /// Right in every shell.
    static let everywhere: [Typed] = [
        Typed("milepost tr", ["track"]),
        Typed("milepost pr", ["privacy"]),
        Typed("milepost --lang ko sim", ["simulate"]),
        Typed("milepost --config run tu", ["tune"]),
        Typed("milepost track ", ["delete", "list", "undelete"]),
        Typed("milepost config ", ["check", "defaults", "show"]),
        Typed("milepost track --format ", ["csv", "geojson", "gpx", "jsonl", "kml"]),
        Typed("milepost status --format ", ["json", "text"]),
        Typed("milepost track list --form", ["--format"]),
        Typed("milepost track delete --tr", ["--trip"]),
        Typed("milepost config check --con", ["--config"]),
        Typed("milepost --lang ", ["en", "ko"]),
        Typed("milepost run --profile tr", ["train"]),
        Typed("milepost simulate --as ", ["json", "nmea"]),
        Typed("milepost help --as ", ["bash", "fish", "man", "man-settings", "zsh"]),
        Typed("milepost help ref", ["refresh"]),
        Typed("milepost replay --lookups o", ["offline"]),
        Typed("milepost replay --speed m", ["max"]),
        Typed("milepost at --city-id ", []),
    ]
}

@Suite("The completions")
struct CompletionTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("know every command, option and setting", arguments: [Document.bash, .zsh, .fish])
    func complete(document: Document) {
        let text = document.text
        for spec in CommandTable.all {
            for word in spec.command.words { #expect(text.contains(word)) }
        }
        for option in Option.allCases {
            let name = document == .fish ? "-l \(option.rawValue) " : option.dashed
            #expect(text.contains(name), "\(option)")
        }
        for setting in SettingsTable.all { #expect(text.contains(setting.key)) }
    }

    private func bash(_ words: [String]) async throws -> [String] {
        let completion = try folder.put(Document.bash.text, "bash")
        // As readline calls it; compopt is only there while it does.
        let script = """
            source "$1"; shift
            compopt() { :; }
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _milepost && printf '%s\\n' "${COMPREPLY[@]}"
            """
        let ended = try await Installed.run(
            "bash", ["--norc", "-c", script, "bash", completion] + words)
        #expect(ended.errors == [])
        return ended.output.filter { !$0.isEmpty }.sorted()
    }

    @Test("of bash", .enabled(if: Installed.has("bash")), arguments: Typed.everywhere)
    func bash(typed: Typed) async throws {
        let words = typed.line.split(separator: " ", omittingEmptySubsequences: false)
        #expect(try await bash(words.map(String.init)) == typed.offered)
    }

    // Bash takes these words apart at the equals sign before it asks.
    @Test(
        "of bash, for the two halves of --option=value", .enabled(if: Installed.has("bash")),
        arguments: [
            (["milepost", "--lang", "="], ["en", "ko"]),
            (["milepost", "--lang", "=", "k"], ["ko"]),
            (["milepost", "run", "--set", "gate.pro"], ["gate.profile="]),
            (["milepost", "run", "--set", "gate.profile", "=", "w"], ["walk"]),
            (["milepost", "--set", "a", "=", "b", "ref"], ["refresh"]),
        ])
    func bashEquals(words: [String], offered: [String]) async throws {
        #expect(try await bash(words) == offered)
    }

    @Test("of bash, for files", .enabled(if: Installed.has("bash")))
    func bashFiles() async throws {
        _ = try folder.put("", "my drive.json")
        let path = folder.file("my")
        let found = [folder.file("my drive.json")]
        for call in [["replay", path], ["--config", path], ["tune", "--svg", path]] {
            #expect(try await bash(["milepost"] + call) == found)
        }
        #expect(try await bash(["milepost", "status", path]) == [])
    }

    private func fish(_ line: String) async throws -> [String] {
        let completion = try folder.put(Document.fish.text, "milepost.fish")
        let ended = try await Installed.run(
            "fish", ["--no-config", "-c", "source \(completion); complete -C '\(line)'"])
        #expect(ended.errors == [])
        // A word, then a tab and its description.
        return ended.output.compactMap { $0.split(separator: "\t").first.map(String.init) }.sorted()
    }

    @Test("of fish", .enabled(if: Installed.has("fish")), arguments: Typed.everywhere)
    func fish(typed: Typed) async throws {
        #expect(try await fish(typed.line) == typed.offered)
    }

    @Test("of fish, for values and files", .enabled(if: Installed.has("fish")))
    func fishRest() async throws {
        #expect(try await fish("milepost --lang=k") == ["--lang=ko"])
        #expect(try await fish("milepost --set gate.profile=w") == ["gate.profile=walk"])
        let path = try folder.put("", "a.json")
        #expect(try await fish("milepost replay \(folder.path)/a") == [path])
        #expect(try await fish("milepost status \(folder.path)/a") == [])
    }

    /// It completes on a terminal only.
    private static var canAskZsh: Bool {
        Installed.has("zsh") && access("/dev/ptmx", R_OK | W_OK) == 0
    }

    /// An interactive zsh of its own that writes down what it would offer.
    private func zsh(_ line: String) async throws -> [String] {
        _ = try folder.put(Document.zsh.text, "_milepost")
        let script = """
            rm -f "$1/found"
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PS1=; fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -D"
            zpty -w shell "compadd() { local -a found; if (( \\${#\\${(M)@:#-[OAD]*}} == 0 )); then
                builtin compadd -A found \\"\\$@\\"; print -rl -- \\$found >>$1/found
            fi; builtin compadd \\"\\$@\\" }"
            zpty -w shell "offer() { zle complete-word; exit }; zle -N offer; bindkey '^I' offer"
            zpty -w -n shell "$2"$'\\t'
            while zpty -r shell answer; do :; done
            sort -u "$1/found" 2>/dev/null || :
            """
        let ended = try await Installed.run("zsh", ["-f", "-c", script, "zsh", folder.path, line])
        #expect(ended.errors == [])
        return ended.output.filter { !$0.isEmpty }
    }

    @Test("of zsh", .enabled(if: Self.canAskZsh), arguments: Typed.everywhere)
    func zsh(typed: Typed) async throws {
        #expect(try await zsh(typed.line) == typed.offered)
    }

    @Test("of zsh, for values and files", .enabled(if: Self.canAskZsh))
    func zshRest() async throws {
        #expect(try await zsh("milepost --lang=k") == ["ko"])
        #expect(try await zsh("milepost run --set gate.profile=w") == ["walk"])
        let settings = try await zsh("milepost at --set gate.min_d")
        #expect(settings.contains("gate.min_distance_m"))
        _ = try folder.put("", "a.json")
        #expect(try await zsh("milepost replay \(folder.path)/a").contains("a.json"))
    }
}
