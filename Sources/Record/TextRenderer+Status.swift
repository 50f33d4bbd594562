package import Domain

extension TextRenderer {
    /// Since when, what is wrong, and what to do about it.
    package func render(_ state: Schema.State) -> String {
        var block = block()
        let style: Style = state.receiver == ReceiverState.fix.rawValue ? .plain : .warning
        let names = [word(state.mode, words.mode), word(state.receiver, words.receiver)]
        block.add("\(clockTime(state.since))  \(names.joined(separator: " · "))", style)
        for remedy in remedies(mode: state.mode, receiver: state.receiver, detail: state.detail) {
            for line in block.folded(remedy, labelled: false) { block.add(line) }
        }
        return block.text
    }

    /// Counters, with the reasons for rejection from the most frequent on.
    package func render(_ summary: Schema.Summary) -> String {
        var block = block()
        add(summary, to: &block)
        return block.text
    }

    /// A block without marks; a fix that is not the present place says so first.
    package func render(_ status: Schema.Status) -> String {
        var block = block(gutter: 0)
        block.add("milepost \(status.version.printable)", .bold)
        let mode = "\(word(status.mode, words.mode)) · \(words.since(clockTime(status.since)))"
        block.add(label: words.label(.mode), [mode] + remedies(mode: status.mode))
        block.add(
            label: words.label(.receiver),
            [word(status.receiver, words.receiver)]
                + remedies(receiver: status.receiver, detail: status.detail).flatMap {
                    block.folded($0)
                },
            status.receiver == ReceiverState.fix.rawValue ? .plain : .warning)
        add(status.fix, to: &block)
        if let address = status.address {
            block.add(label: words.label(.address), lines(address, block))
        }
        if let weather = status.weather {
            block.add(label: words.label(.weather), lines(weather, block))
        }
        if let forecast = status.forecast {
            block.add(label: words.label(.forecast), lines(forecast, block))
        }
        add(status.counters, to: &block)
        add(status.providers, to: &block)
        block.add(label: words.label(.queue), [grouped(status.queue)])
        if let mqtt = status.mqtt { add(mqtt, to: &block) }
        return block.text
    }

    /// What to do, in the language; the receiver's own sentence says it more exactly, but it is English, and so stands
    /// behind in another language, unless all is well.
    private func remedies(
        mode: String? = nil, receiver: String? = nil, detail: String? = nil
    ) -> [String] {
        let forMode = mode.flatMap { Mode(rawValue: $0) }.flatMap(words.remedy)
        let forReceiver = receiver.flatMap { ReceiverState(rawValue: $0) }.flatMap(words.remedy)
        let own = detail?.printable
        if language == .en { return [forMode, own ?? forReceiver].compactMap { $0 } }
        let isWell = receiver == ReceiverState.fix.rawValue
        return [forMode, forReceiver, isWell ? nil : own].compactMap { $0 }
    }

    private func add(_ last: Schema.Status.LastFix?, to block: inout Block) {
        guard let last else {
            block.add(label: words.label(.fix), [words.noFixYet])
            return
        }
        let age = words.duration(Int(max(0, min(last.age_s, 1e9))))
        let fix = last.fix
        let details =
            [
                coordinate(fix.lat, fix.lon, accuracy: fix.accuracy),
                "\(fullTime(fix.time)) · #\(fix.seq)", why(fix),
            ] + block.wrapped(motion(fix))
        let headline = last.stale ? words.stale(age) : words.ago(age)
        block.add(label: words.label(.fix), [headline], last.stale ? .alarm : .plain)
        block.add(label: "", details)
    }

    private func add(_ summary: Schema.Summary, to block: inout Block) {
        block.add(label: words.label(.fixes), [grouped(summary.fixes)])
        block.add(label: words.label(.accepted), [grouped(summary.accepted)])
        // The most frequent first; equals in the order of their names, so that the output is the same each time.
        let reasons = summary.rejected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rejected = reasons.map { name, count in
            word(name) { (reason: RejectReason) in words.reason(reason) } + " " + grouped(count)
        }
        // No sum: a fix may have several reasons.
        block.add(label: words.label(.rejected), block.wrapped(rejected.isEmpty ? ["0"] : rejected))
        block.add(label: words.label(.track), [words.points(grouped(summary.track_points))])
        block.add(label: words.label(.distance), [measures.distance(summary.distance_m)])
        block.add(
            label: words.label(.requests),
            block.wrapped([
                grouped(summary.requests), words.fromCache(grouped(summary.cache_hits)),
                words.cancelled(grouped(summary.cancelled)),
            ]))
        block.add(label: words.label(.time), [elapsed(summary.wall_s)])
    }

    /// A short run with its tenths, a long one in its two largest units.
    private func elapsed(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 60, seconds < 1e9 else {
            return words.seconds(decimal(seconds, places: 1))
        }
        return words.duration(Int(seconds))
    }

    private func add(_ mqtt: Schema.Status.Publishing, to block: inout Block) {
        var items = [
            mqtt.broker.printable, words.isConnected(mqtt.connected),
            words.waiting(grouped(mqtt.queue)),
        ]
        if let oldest = mqtt.oldest { items.append(words.oldest(fullTime(oldest))) }
        block.add(
            label: words.label(.mqtt), block.wrapped(items), mqtt.connected ? .plain : .warning)
        if let reason = mqtt.reason {
            block.add(label: "", block.folded(reason.printable), .warning)
        }
    }

    private func add(_ providers: [Schema.Status.Provider], to block: inout Block) {
        var label = words.label(.providers)
        for provider in providers {
            let parts = provider.parts.map { word($0, words.part) }.joined(separator: ", ")
            var items = [
                provider.name.printable, parts, words.requests(provider.requests),
                words.failed(provider.failures),
            ]
            if let reason = provider.blocked { items.append(words.blocked(reason.printable)) }
            if let retry = provider.retry_at { items.append(words.again(shortTime(retry))) }
            let style: Style = provider.blocked == nil ? .plain : .alarm
            block.add(label: label, block.wrapped(items), style)
            label = ""
        }
    }
}

extension TextRenderer {
    /// A list to choose from, or a line that says that there is none.
    package func render(_ places: [Schema.Place]) -> String {
        guard !places.isEmpty else { return words.nothingFound + "\n" }
        let rows = places.map { place in
            [
                place.label.printable, coordinate(place.lat, place.lon, accuracy: nil),
                place.provider.printable,
            ]
        }
        let widths = (0..<2).map { column in rows.map { $0[column].columns }.max() ?? 0 }
        return rows.map {
            "\($0[0].padded(to: widths[0]))  \($0[1].padded(to: widths[1]))  \($0[2])\n"
        }.joined()
    }
}
