package import Database
package import Domain

/// The zones of the cells of 0.01° that were asked for last, as each fix asks again.
package struct ZoneMemory: Sendable {
    /// Cells that are kept: the way through a town and back. Asking once more costs microseconds.
    package static let capacity = 200

    private struct Cell: Hashable {
        var latitude, longitude: Int32
    }

    private var cells: [Cell: Zone?] = [:]
    private var zones: [String: Zone?] = [:]

    package init() {}

    /// The zone of the cell, found with `find` when it is not remembered; that is given the cell's centre.
    package mutating func zone(
        at coordinate: Coordinate, find: (Coordinate) throws(DatabaseError) -> String?
    ) throws(DatabaseError) -> Zone? {
        let cell = Cell(
            latitude: Int32((coordinate.latitude * 100).rounded()),
            longitude: Int32((coordinate.longitude * 100).rounded()))
        if let known = cells[cell] { return known }
        if cells.count >= Self.capacity { cells.removeAll(keepingCapacity: true) }
        let zone = try find(coordinate.rounded(to: 0.01)).flatMap { named($0) }
        cells[cell] = .some(zone)
        return zone
    }

    /// Forgets which zone is where.
    package mutating func forget() { cells.removeAll() }

    /// Each zone's table is read once; one that the system does not know is none.
    private mutating func named(_ name: String) -> Zone? {
        if let known = zones[name] { return known }
        let zone = try? Zone(name)
        zones[name] = .some(zone)
        return zone
    }
}
