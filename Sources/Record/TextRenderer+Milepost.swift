package import Domain

extension TextRenderer {
    /// The parts that are there, the days as a table, and a line for each failure.
    package func render(_ milepost: Schema.Milepost) -> String {
        var block = block()
        var mark = "#\(milepost.seq)"
        func add(_ label: Label, _ lines: [String], _ style: Style = .plain) {
            guard !lines.isEmpty else { return }
            block.add(mark: mark, label: words.label(label), lines, style)
            mark = ""
        }
        let room = block
        if let address = milepost.address { add(.address, lines(address, room)) }
        if let weather = milepost.weather { add(.weather, lines(weather, room, milepost.time)) }
        if let forecast = milepost.forecast { add(.forecast, lines(forecast, room, milepost.time)) }
        for failure in milepost.failures ?? [] {
            let lines = room.wrapped(items(failure, beside: milepost.time))
            add(.failed, lines.flatMap { room.folded($0) }, .alarm)
        }
        return block.text
    }

    /// The label and who gave it.
    func lines(_ address: Schema.Address, _ block: Block) -> [String] {
        block.wrapped([address.label.printable, address.provider.printable])
    }

    func items(_ failure: Schema.Failure, beside time: String) -> [String] {
        let part = word(failure.part, words.part)
        let cause = word(failure.code, words.failure)
        var items = [
            "\(part): \(cause) (\(failure.provider.printable))", failure.message.printable,
        ]
        if let retry = failure.retry_at {
            items.append(words.again(shortTime(retry, beside: time)))
        }
        return items
    }

    /// First what one looks for, then all the rest.
    func lines(_ weather: Schema.Weather, _ block: Block, _ reference: String? = nil) -> [String] {
        var first = [condition(weather)]
        if let temperature = weather.temperature { first.append(measures.temperature(temperature)) }
        if let feels = weather.feels_like {
            first.append(words.feelsLike(measures.temperature(feels)))
        }
        let headline = first.filter { !$0.isEmpty }.joined(separator: ", ")
        return (headline.isEmpty ? [] : [headline]) + block.wrapped(air(weather))
            + block.wrapped(water(weather))
            + block.wrapped(origin(weather, reference))
    }

    private func condition(_ weather: Schema.Weather) -> String {
        let kind = weather.condition.flatMap { Condition.Kind(rawValue: $0) }
        if let kind, kind != .unknown { return words.condition(kind) }
        return (weather.description ?? weather.condition.map { word($0, words.condition) } ?? "")
            .printable
    }

    private func air(_ weather: Schema.Weather) -> [String] {
        var items: [String] = []
        if let speed = weather.wind_speed {
            let direction = weather.wind_direction.map { words.compass(eighth($0)) }
            items.append(words.wind(measures.wind(speed), from: direction))
        }
        if let gust = weather.wind_gust { items.append(words.gusts(measures.wind(gust))) }
        if let humidity = weather.humidity {
            items.append(words.humidity(measures.percent(humidity)))
        }
        if let pressure = weather.pressure { items.append(measures.pressure(pressure)) }
        return items
    }

    private func water(_ weather: Schema.Weather) -> [String] {
        var items: [String] = []
        if let rain = weather.rain_1h { items.append(words.rain(measures.precipitation(rain))) }
        if let snow = weather.snow_1h { items.append(words.snow(measures.precipitation(snow))) }
        if let clouds = weather.clouds { items.append(words.clouds(measures.percent(clouds))) }
        if let visibility = weather.visibility {
            items.append(words.visibility(measures.distance(visibility)))
        }
        return items
    }

    private func origin(_ weather: Schema.Weather, _ reference: String?) -> [String] {
        var items: [String] = []
        if let sunrise = weather.sunrise { items.append(words.sunrise(timeOfDay(sunrise))) }
        if let sunset = weather.sunset { items.append(words.sunset(timeOfDay(sunset))) }
        if let station = weather.station { items.append(station.printable) }
        if let observed = weather.observed_at {
            items.append(words.observed(shortTime(observed, beside: reference)))
        }
        return items + [weather.provider.printable]
    }
}
