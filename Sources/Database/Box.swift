import CSQLite

/// A box of an R*Tree that a search looks at: an entry, or a node around many.
package struct Box {
    /// What becomes of it.
    package enum Verdict {
        /// It holds nothing that is searched for.
        case leaveOut
        /// It is looked into after all boxes of a smaller score.
        case enter(score: Double)
        /// The search is over.
        case end
    }

    /// True for an entry, false for a node.
    package let isEntry: Bool
    /// The id of an entry.
    package let id: Int64
    /// The score with which the node around it was entered; 0 at the top.
    package let parentScore: Double
    /// The smallest and the largest value of each dimension in turn, valid during the visit only.
    ///
    /// As SQLite stored them, with 32 bits: rounded outwards, so that the box holds all it was made for.
    package let bounds: UnsafePointer<Double>
}

/// What SQLite keeps for a search.
final class BoxSearch {
    private let visit: (Box) -> Box.Verdict

    private init(_ visit: @escaping (Box) -> Box.Verdict) { self.visit = visit }

    static func add(
        _ name: String, to handle: OpaquePointer, _ visit: @escaping (Box) -> Box.Verdict
    ) -> Int32 {
        // Balanced by the destructor, which SQLite calls when the connection closes.
        let search = Unmanaged.passRetained(BoxSearch(visit))
        return sqlite3_rtree_query_callback(
            handle, name, { BoxSearch.look($0) }, search.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<BoxSearch>.fromOpaque(context).release()
            })
    }

    private static func look(_ info: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32 {
        guard let info, let context = info.pointee.pContext, let bounds = info.pointee.aCoord else {
            return SQLITE_MISUSE
        }
        // Alive for as long as the connection.
        let search = Unmanaged<BoxSearch>.fromOpaque(context).takeUnretainedValue()
        let box = Box(
            isEntry: info.pointee.iLevel == 0, id: info.pointee.iRowid,
            parentScore: info.pointee.rParentScore, bounds: bounds)
        switch search.visit(box) {
        case .leaveOut: info.pointee.eWithin = NOT_WITHIN
        case .enter(let score):
            info.pointee.eWithin = PARTLY_WITHIN
            info.pointee.rScore = score
        case .end: return SQLITE_ABORT
        }
        return SQLITE_OK
    }
}
