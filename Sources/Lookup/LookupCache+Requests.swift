import Database
package import Domain

/// How many requests went where: for quotas that outlive the program, and for telling its owner.
extension LookupCache {
    /// Seconds from the first request to the writing of all: a disk of flash wears with each writing.
    static let secondsToWriting = 60.0
    /// Whole hours that are remembered.
    private static let hoursKept: Int64 = 48
    /// No machine sends more in an hour: a larger count, or one below 0, is damage, and sums of it would overflow.
    static let mostInAnHour: Int64 = 1_000_000_000

    /// Counts a request sent now; true when the caller has to see to it that `saveCounts` follows within a minute.
    package func count(_ provider: String, host: String) -> Bool {
        tally.add(provider, host: host, at: now())
    }

    /// Writes what was counted; what cannot be written is tried again with the next request.
    package func saveCounts() {
        tally.beginWriting()
        let counts = tally.counts
        guard !counts.isEmpty else { return }
        let oldest = now().hour - Self.hoursKept
        let written = attempt { database throws(DatabaseError) -> Bool in
            // Only the file is for longer; until then they are counted on.
            guard !isStandIn else { return false }
            try database.transaction { () throws(DatabaseError) in
                for (key, count) in counts {
                    // Another process may have counted in the same hour.
                    try database.run(
                        """
                        INSERT INTO requests (provider, host, hour, count) VALUES (?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET count = max(0, min(count, ?)) + excluded.count
                        """,
                        [
                            .text(key.provider), .text(key.host), .integer(key.hour),
                            .integer(Int64(count)), .integer(Self.mostInAnHour),
                        ])
                }
                try database.run("DELETE FROM requests WHERE hour < ?", [.integer(oldest)])
            }
            return true
        }
        if written == true { tally.endWriting() }
    }

    /// Requests of every process to each host in the hours from that of `start` to the present one, by name.
    package func usage(since start: Timestamp) -> [RequestCount] {
        let hours = start.hour...max(start.hour, now().hour)
        let rows = attempt { database throws(DatabaseError) in
            try database.rows(
                """
                SELECT provider, host, max(0, min(count, ?)) FROM requests
                WHERE hour BETWEEN ? AND ?
                """,
                [
                    .integer(Self.mostInAnHour), .integer(hours.lowerBound),
                    .integer(hours.upperBound),
                ])
        }
        var sums: [String: [String: Int]] = [:]
        for row in rows ?? [] {
            guard let provider = row[0].string, let host = row[1].string, let count = row[2].int64
            else { continue }
            sums[provider, default: [:]][host, default: 0] += Int(count)
        }
        for (key, count) in tally.counts where hours.contains(key.hour) {
            sums[key.provider, default: [:]][key.host, default: 0] += count
        }
        return sums.sorted { $0.key < $1.key }.flatMap { provider, hosts in
            hosts.sorted { $0.key < $1.key }.map { host, count in
                RequestCount(provider: provider, host: host, count: count)
            }
        }
    }

    /// Requests to one provider since the last midnight of UTC.
    package func sentToday(by provider: String) -> Int {
        let midnight = Timestamp(milliseconds: now().day * 86_400_000)
        return usage(since: midnight).reduce(0) { $0 + ($1.provider == provider ? $1.count : 0) }
    }
}
