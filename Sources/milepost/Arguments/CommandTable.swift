/// Every command with all that is known of it, in the order of the help.
enum CommandTable {
    static let all: [CommandSpec] = following + asking + steering + keeping + tools

    static let byCommand = Dictionary(uniqueKeysWithValues: all.map { ($0.command, $0) })

    private static let following: [CommandSpec] = [
        CommandSpec(
            command: .run, summary: "Follow gpsd until stopped; the daemon",
            details: [
                "Writes each fix that matters, and what was found there, to standard output and to the"
                    + " files of the settings. The other commands talk to it through its control socket.",
                "Signals: HUP reads the settings again and reopens the files, USR1 asks for a new position,"
                    + " TERM and INT end it with everything written.",
            ],
            options: [CommandOptions.gpsd, CommandOptions.profile, CommandOptions.explain],
            exits: [.done, .usage, .unavailable, .cannotWrite, .configuration],
            examples: [
                ("run", "Follow the gpsd of this machine"),
                ("run --gpsd car.local --profile train", "Follow that of another, on a train"),
                ("run --format json | jq .", "One JSON object a line"),
            ]),
        CommandSpec(
            command: .replay, summary: "Send recordings through the same pipeline",
            usages: ["[OPTION]... FILE..."],
            details: [
                "Reads recordings of gpsd (JSON), NMEA 0183, GPX, Milepost's own jsonl and an OwnTracks"
                    + " Recorder's .rec, each plain or as gzip, told apart by what is in them. Ends with a"
                    + " summary. The clock is that of the fixes.",
                "Several are read in the order of their first fix; they are not merged. FILE - is standard"
                    + " input, which like a pipe is replayed alone.",
                "NMEA is decoded by a gpsd of its own, so gpsd and gpsd-clients must be there; of a pipe, when"
                    + " the pipe has ended. Dates before 2017 come out as gpsd 3.22 takes them: 1024 weeks later.",
                "Services know the weather of today only, so none is looked up for yesterday's fixes unless"
                    + " --lookups all asks for it.",
            ],
            operands: .init(placeholder: "FILE", count: 1...10_000, areFiles: true),
            options: [
                CommandOptions.profile, CommandOptions.explain, CommandOptions.speed,
                CommandOptions.lookups, CommandOptions.store,
            ],
            exits: [
                .done, .usage, .badInput, .noInput, .unavailable, .cannotWrite, .notPermitted,
                .configuration,
            ],
            examples: [
                ("replay drive.json", "Which fixes mattered"),
                ("replay may.nmea.gz june.gpx", "Two recordings as one"),
                ("replay --explain --profile walk drive.json", "And why the others did not"),
                ("replay --speed 10 --lookups all drive.json", "Ten times as fast as it was"),
                ("replay --store old.gpx >/dev/null", "Into the history, for `track`"),
            ]),
        CommandSpec(
            command: .demo, summary: "Follow a simulated trip; no receiver, key or network needed",
            details: [
                "Starts a gpsd of its own, feeds it a train ride from Seoul to Busan, and looks everything"
                    + " up on a small weather server of its own. Ends by itself within a minute."
            ],
            options: [CommandOptions.online], exits: [.done, .usage, .unavailable, .configuration],
            examples: [("demo", "See what Milepost does")]),
    ]

    private static let daemon =
        "The daemon that the package installs belongs to the user milepost, and so does its history:"
        + " `sudo milepost` asks that one, and without sudo a user asks the own one."

    private static let asking: [CommandSpec] = [
        CommandSpec(
            command: .now, summary: "Show where you are, the address, the weather and five days",
            details: [
                "Asks the running daemon for a new position; without one, follows gpsd just for this."
            ],
            options: [CommandOptions.gpsd, CommandOptions.refreshTimeout],
            exits: [.done, .negative, .usage, .unavailable, .configuration],
            examples: [("now --lang ko", "In Korean")]),
        CommandSpec(
            command: .at, summary: "Show address, weather and five days of a place",
            usages: [
                "[OPTION]... LAT LON", "[OPTION]... NAME", "[OPTION]... --city-id N",
                "[OPTION]... --zip CODE[,CC]",
            ],
            details: [
                "A coordinate is written like 37.5547 126.9706 or 37°33'17\"N 126°58'14\"E."
                    + " --city-id and --zip ask OpenWeatherMap and need its key."
            ],
            operands: .init(placeholder: "LAT LON or NAME", count: 1...20),
            options: [CommandOptions.cityID, CommandOptions.zip],
            exits: [.done, .negative, .usage, .unavailable, .configuration],
            examples: [
                ("at 37.5547 126.9706", "Seoul station"),
                ("at -33.8688 151.2093 --format json", "South of the equator"),
                ("at New York", "By name"),
            ]),
        CommandSpec(
            command: .search, summary: "List the places of a name", usages: ["[OPTION]... NAME"],
            details: [
                "The likeliest first, each with its coordinate. A country or region after a comma"
                    + " tells places of one name apart. The beginning of a name is enough.",
                "A name that this machine's list does not know is sent to the services of the settings"
                    + " that find places: `milepost privacy` lists them.",
            ],
            operands: .init(placeholder: "NAME", count: 1...20),
            exits: [.done, .negative, .usage, .unavailable, .configuration],
            examples: [
                ("search Springfield, Illinois", "One of many"), ("search 해운대", "In Korean"),
            ]),
        CommandSpec(
            command: .status, summary: "Show what the running daemon does",
            details: [
                "Mode, receiver, last fix with its age, counters and providers.",
                daemon,
                "With --watch a terminal is drawn anew each second. Elsewhere a status is written when"
                    + " something changed, with --format json one object a line. It ends when interrupted, or"
                    + " with 69 when the daemon has gone.",
            ],
            options: [CommandOptions.watch],
            exits: [
                .done, .usage, .unavailable, .cannotWrite, .notPermitted, .configuration,
            ],
            examples: [
                ("status --watch", "Look on while it runs"),
                ("status --format json", "For a program"),
            ]),
    ]

    private static let steering: [CommandSpec] = [
        CommandSpec(
            command: .refresh, summary: "Ask the running daemon for a new position and wait for it",
            options: [CommandOptions.refreshTimeout],
            exits: [.done, .negative, .usage, .unavailable, .notPermitted, .configuration],
            examples: [("refresh --timeout 30", "Wait up to half a minute for a fix")]),
        CommandSpec(
            command: .override, summary: "Set the position by hand, in force until cleared",
            usages: ["[OPTION]... LAT LON", "[OPTION]... NAME", "[OPTION]... --clear"],
            details: [
                "The receiver is not used meanwhile, also after a restart of the daemon. A broker is told the"
                    + " place too, with --once too."
            ],
            operands: .init(placeholder: "LAT LON or NAME", count: 1...20),
            options: [CommandOptions.once, CommandOptions.clear],
            exits: [.done, .negative, .usage, .unavailable, .notPermitted, .configuration],
            examples: [
                ("override 35.1151 129.0415", "Busan station, until cleared"),
                ("override --once Busan", "Show it once and go on"),
                ("override --clear", "Back to the receiver"),
            ]),
        CommandSpec(
            command: .pause, summary: "Stop tracking until `resume`",
            exits: [.done, .usage, .unavailable, .notPermitted, .configuration]),
        CommandSpec(
            command: .resume, summary: "Go on tracking",
            exits: [.done, .usage, .unavailable, .notPermitted, .configuration]),
    ]

    private static let times =
        "TIME is written like 2026-05-04, \"2026-05-04 13:20\" (local time),"
        + " 2026-05-04T13:20:00Z, today or yesterday."

    private static let keeping: [CommandSpec] = [
        CommandSpec(
            command: .track, summary: "Write the history as a file for other programs",
            usages: ["[OPTION]...", "list|delete|undelete [OPTION]..."],
            details: [
                "All of it, or a stretch of time, or one trip: the path, and each place where something was"
                    + " looked up. The daemon may run meanwhile. `milepost help track list` tells of the"
                    + " trips, likewise `track delete` and `track undelete`.",
                times, daemon,
            ],
            options: [
                CommandOptions.exportFormat, CommandOptions.exportOutput, CommandOptions.from,
                CommandOptions.to, CommandOptions.trip,
            ],
            exits: [
                .done, .negative, .usage, .badInput, .unavailable, .cannotWrite, .notPermitted,
                .configuration,
            ],
            examples: [
                ("track --from yesterday --output days.gpx", "Yesterday and today"),
                ("track --trip 2026-05-04T0302 --format geojson", "One trip, for a map"),
                ("track --format csv", "All of it, for a table"),
            ]),
        CommandSpec(
            command: .trackList, summary: "List the trips of the history",
            details: [
                "A trip ends where you then stay for five minutes, or the track is interrupted for so long."
                    + " Its name is the time it began, in UTC.",
                times,
            ],
            options: [CommandOptions.from, CommandOptions.to],
            exits: [
                .done, .negative, .usage, .badInput, .unavailable, .cannotWrite, .notPermitted,
                .configuration,
            ],
            examples: [("track list --from yesterday", "Those of yesterday and today")]),
        CommandSpec(
            command: .trackDelete, summary: "Delete a stretch of the history, or a trip",
            usages: ["[OPTION]... --from TIME --to TIME", "[OPTION]... --trip TRIP"],
            details: [
                "It is shown no more, and an import does not bring it back. It can be undeleted for keep_days,"
                    + " 30 days where that is 0; then it is removed from the file, and an import would be new. With a"
                    + " trip goes the stay at its end.",
                times,
            ],
            options: [CommandOptions.from, CommandOptions.to, CommandOptions.trip],
            exits: [
                .done, .negative, .usage, .badInput, .unavailable, .cannotWrite, .notPermitted,
                .configuration,
            ],
            examples: [
                ("track delete --trip 2026-05-04T0302", "One trip"),
                ("track delete --from 2026-05-04 --to 2026-05-05", "Two days"),
            ]),
        CommandSpec(
            command: .trackUndelete, summary: "Take a deletion back",
            usages: ["[OPTION]... --from TIME --to TIME", "[OPTION]... --trip TRIP"],
            details: [times],
            options: [CommandOptions.from, CommandOptions.to, CommandOptions.trip],
            exits: [
                .done, .negative, .usage, .badInput, .unavailable, .cannotWrite, .notPermitted,
                .configuration,
            ],
            examples: [("track undelete --from 2026-05-04 --to 2026-05-04", "A day")]),
    ]

    private static let tools: [CommandSpec] = [
        CommandSpec(
            command: .simulate, summary: "Make a recording of a drive along a route",
            usages: ["[OPTION]... ROUTE.gpx"],
            details: ["The same seed makes the same recording."],
            operands: .init(placeholder: "ROUTE.gpx", count: 1...1, areFiles: true),
            options: CommandOptions.simulation,
            exits: [.done, .usage, .badInput, .noInput, .cannotWrite, .notPermitted],
            examples: [
                ("simulate --output ride.json route.gpx", "A recording for `replay`"),
                (
                    "simulate --as nmea --speed 300 --tunnel 12:3 route.gpx",
                    "NMEA for gpsfake, a tunnel from kilometre 12 to 15"
                ),
            ]),
        CommandSpec(
            command: .tune, summary: "Compare settings on a recording",
            usages: ["[OPTION]... FILE..."],
            details: [
                "For each choice of settings: the fixes that matter, the requests to services that they"
                    + " would have cost, the points of the track, the longest time between two mileposts and the"
                    + " longest way without one. Without --try the profiles are compared. Nothing is looked up.",
                "A key that is set in [gate] beats every profile.",
            ],
            operands: .init(placeholder: "FILE", count: 1...10_000, areFiles: true),
            options: [CommandOptions.attempt, CommandOptions.svg],
            exits: [
                .done, .negative, .usage, .badInput, .noInput, .cannotWrite, .notPermitted,
                .configuration,
            ],
            examples: [
                ("tune --svg drive.svg drive.json", "Every profile, as a table and as a picture"),
                (
                    "tune --try gate.min_distance_m=300 --try gate.profile=train,track.max_error_m=5 a.gpx",
                    "What is set, and two other choices"
                ),
            ]),
        CommandSpec(
            command: .doctor, summary: "Find out what is wrong and what to do about it",
            details: [
                "Looks at gpsd and its receiver, the clock, the disk, the list of places, the network, the"
                    + " history, the daemon and its unit, and asks each service of the settings one question,"
                    + " about a place that is the same for everybody. A daemon that runs is not disturbed."
            ],
            options: [CommandOptions.gpsd], exits: [.done, .negative, .usage, .configuration]),
        CommandSpec(
            command: .privacy,
            summary: "Tell who is told what about you, how precisely and how often",
            details: [
                "Lists each host that the settings have asked, and those asked in the last 24 hours."
                    + " A coordinate leaves this machine only as the centre of a square, and a name"
                    + " that is searched for only when this machine's list does not know it; only an MQTT broker"
                    + " is told each fix that matters as it is. A service without a key"
                    + " may send a request on to a host that it names itself."
            ],
            exits: [.done, .usage, .configuration]),
        CommandSpec(
            command: .configCheck, summary: "Check the settings, all of them",
            exits: [.done, .usage, .configuration],
            examples: [("config check --config new.toml", "Before it is used")]),
        CommandSpec(
            command: .configDefaults, summary: "Print every setting with its default, as TOML",
            exits: [.done, .usage],
            examples: [("config defaults > milepost.toml", "A file to begin with")]),
        CommandSpec(
            command: .configShow,
            summary: "Print the settings in force and where each was set; no key is shown",
            exits: [.done, .usage, .configuration]),
        CommandSpec(
            command: .help, summary: "Tell how a command is called",
            usages: [
                "[COMMAND]", "--as \(Document.allCases.map(\.rawValue).joined(separator: "|"))",
            ],
            operands: .init(placeholder: "COMMAND", count: 0...2),
            options: [CommandOptions.document], exits: [.done, .usage],
            examples: [
                ("help --as man > milepost.1", "The manual page"),
                ("help --as bash > milepost", "For bash, where it looks for completions"),
            ]),
    ]
}
