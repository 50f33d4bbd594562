package import Domain

extension TextRenderer {
    /// Time and place; why it was accepted; how it moves and what the receiver is.
    package func render(_ fix: Schema.Fix) -> String {
        var block = block()
        let place = coordinate(fix.lat, fix.lon, accuracy: fix.accuracy)
        block.add(mark: "#\(fix.seq)", "\(fullTime(fix.time))  \(place)")
        block.add(why(fix), .bold)
        for line in block.wrapped(motion(fix), labelled: false) { block.add(line) }
        return block.text
    }

    /// Time and place as far as they are known, and all reasons.
    package func render(_ rejected: Schema.Rejected) -> String {
        var block = block()
        let time = rejected.time.map(fullTime) ?? words.noTime
        var place = words.noCoordinate
        if let latitude = rejected.lat, let longitude = rejected.lon {
            place = coordinate(latitude, longitude, accuracy: rejected.accuracy)
        }
        block.add("\(time)  \(place)")
        let reasons = rejected.reasons.map {
            word($0) { (reason: RejectReason) in words.reason(reason) }
        }
        block.add(words.rejected(reasons.joined(separator: ", ")), .warning)
        return block.text
    }

    /// Which lookups were dropped for which newer fix.
    package func render(_ superseded: Schema.Superseded) -> String {
        var block = block()
        let parts = superseded.parts.map { word($0, words.part) }.joined(separator: ", ")
        block.add(
            mark: "#\(superseded.seq)",
            words.superseded(parts: parts, by: "#\(superseded.by)"), .warning)
        return block.text
    }

    func coordinate(_ latitude: Double, _ longitude: Double, accuracy: Double?) -> String {
        let place = "\(decimal(latitude, places: 5)), \(decimal(longitude, places: 5))"
        return accuracy.map { "\(place) ±\(measures.length($0))" } ?? place
    }

    /// The reasons and the distance they speak of.
    func why(_ fix: Schema.Fix) -> String {
        var reasons = fix.reasons.map {
            word($0) { (reason: AcceptedFix.Reason) in words.reason(reason) }
        }
        if let distance = fix.distance {
            reasons.append(words.fromLast(measures.distance(distance)))
        }
        return reasons.joined(separator: ", ")
    }

    /// How it moves and what the receiver says of itself.
    func motion(_ fix: Schema.Fix) -> [String] {
        var items: [String] = []
        if let speed = fix.speed {
            let heading = fix.course.map { " " + words.heading(words.compass(eighth($0))) } ?? ""
            items.append(measures.speed(speed) + heading)
        }
        if let altitude = fix.alt { items.append(words.altitude(measures.length(altitude))) }
        if let count = fix.sats { items.append(words.satellites(count)) }
        if fix.mode >= 2 { items.append("\(fix.mode)D") }
        let source = word(fix.source, words.source)
        items.append(fix.device.map { "\(source) \($0.printable)" } ?? source)
        return items
    }

    /// 0…7 clockwise from north.
    func eighth(_ degrees: Double) -> Int {
        guard degrees.isFinite else { return 0 }
        let turns = degrees.truncatingRemainder(dividingBy: 360) / 45
        return (Int(turns.rounded()) + 8) % 8
    }
}
