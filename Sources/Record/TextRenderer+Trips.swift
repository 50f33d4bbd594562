package import Domain

extension TextRenderer {
    /// A block for each trip: its name, its times, what it came to, from where to where, and the weather.
    package func render(_ trips: [Schema.Trip]) -> String {
        trips.map(render).joined()
    }

    private func render(_ trip: Schema.Trip) -> String {
        var block = Block(gutter: 17, labelWidth: 0, width: width, colour: colour)
        let end = shortTime(trip.to.time, beside: trip.from.time)
        var items = ["\(dateAndTime(trip.from.time)) – \(end)"]
        items.append(measures.distance(trip.distance_m))
        items.append(words.duration(Int(trip.duration_s)))
        if let speed = trip.top_speed { items.append(words.upTo(measures.speed(speed))) }
        var mark = trip.trip
        func add(_ lines: [String], _ style: Style = .plain) {
            for line in lines {
                block.add(mark: mark, line, style)
                mark = ""
            }
        }
        add(block.wrapped(items, labelled: false))
        add(block.folded(way(trip), labelled: false))
        add(block.wrapped([weather(trip)], labelled: false), .dim)
        return block.text
    }

    private func way(_ trip: Schema.Trip) -> String {
        let (from, to) = (trip.from.address?.printable, trip.to.address?.printable)
        if from == to { return from ?? "" }
        return "\(from ?? "?") → \(to ?? "?")"
    }

    private func weather(_ trip: Schema.Trip) -> String {
        let ends = [trip.from.weather, trip.to.weather].map { $0.flatMap(headline) ?? "" }
        if ends[0] == ends[1] { return ends[0] }
        return ends.filter { !$0.isEmpty }.joined(separator: " → ")
    }
}
