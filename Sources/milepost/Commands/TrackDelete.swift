import Domain
import Record
import Store

extension Session {
    /// `milepost track delete`: a stretch of the history is shown no more.
    func trackDelete() throws -> ExitCode {
        try checkStretch()
        let (path, all) = try history(includingPrivate: true)
        let wish = try stretch()
        var count = 0
        var last: Timestamp?
        var points = all.points(in: wish)
        while case let chunk = try points.next(), let end = chunk.last?.time {
            count += chunk.count
            last = end
        }
        // A place set by hand is no point of the track.
        var mileposts = all.mileposts(in: wish, parts: [])
        while case let chunk = try mileposts.next(), let end = chunk.last.flatMap(\.moment) {
            last = max(last ?? end, end)
        }
        guard let last else {
            throw CommandFailure(.negative, "The history has nothing of that time to delete.")
        }
        // Not what is still to come: "today" at noon is the morning, and a trip ends with its last point.
        let end = invocation.has(.trip) ? last : max(last, .now())
        let range = wish.lowerBound...min(wish.upperBound, end)
        try HistoryEditor(path: path).delete(range, at: .now())
        try show(
            "\(grouped(count)) points of the track and what belongs to them are deleted;"
                + " `milepost track undelete --from \(range.lowerBound.rfc3339)"
                + " --to \(range.upperBound.rfc3339)` brings them back.\n")
        return .done
    }

    /// `milepost track undelete`: takes that back.
    func trackUndelete() throws -> ExitCode {
        try checkStretch()
        let path = try history().path
        let range = try stretch(includingDeleted: true)
        guard try HistoryEditor(path: path).undelete(range) else {
            throw CommandFailure(.negative, "Nothing of that time is deleted.")
        }
        try show("What was deleted of that time is there again.\n")
        return .done
    }

    /// The whole history by a slip would be too much.
    private func checkStretch() throws(CommandFailure) {
        let isWhole = invocation.has(.from) && invocation.has(.to)
        guard !isWhole, !invocation.has(.trip) else { return }
        throw CommandFailure(
            .usage, "`milepost \(invocation.command.rawValue)` needs --from and --to, or --trip.")
    }
}

extension Schema.Milepost {
    fileprivate var moment: Timestamp? { Timestamp(rfc3339: time) }
}
