import Database

/// Told now and then of how many rows are imported of how many there are.
package typealias ImportProgress = @Sendable (_ done: Int, _ total: Int) -> Void

/// Makes the database of places out of its files, in memory that does not grow with them but by 8 bytes a row, and by
/// the other names of the few that have any.
package struct Importer: Sendable {
    let files: DataFiles
    let target: String

    /// Makes `target` out of the files in the folder `data`; nil to look where they belong.
    package init(data: String?, target: String) throws(GazetteerError) {
        self.init(files: try DataFiles.find(in: data), target: target)
    }

    init(files: DataFiles, target: String) {
        self.files = files
        self.target = target
    }

    /// Blocks for seconds. Every line is checked before anything is written.
    package func run(_ progress: ImportProgress) throws(GazetteerError) {
        let stamp = try files.stamp()
        let countries = try readCountries()
        let names = try readNames()
        let order = try survey(countries)
        let scratch = try ScratchFile(for: target)
        try fill(scratch.path, countries, names, order, stamp, progress)
        guard try files.stamp() == stamp else {
            throw GazetteerError(
                .badData, "\(files.places) changed while it was read; try again")
        }
        try scratch.publish()
    }

    private func readCountries() throws(GazetteerError) -> [String: SourceCountry] {
        let file = try LineFile(files.countries)
        var countries: [String: SourceCountry] = [:]
        try file.each(after: SourceCountry.header) { line, number, _ throws(GazetteerError) in
            do throws(LineFault) {
                let country = try SourceCountry(line: line)
                countries[country.code] = country
            } catch {
                throw file.fault(error.reason, number)
            }
        }
        return countries
    }

    /// The other names of each place, by its id.
    private func readNames() throws(GazetteerError) -> [String: [String]] {
        guard files.hasNames else { return [:] }
        let file = try LineFile(files.names)
        var names: [String: [String]] = [:]
        try file.each(after: SourceName.header) { line, number, _ throws(GazetteerError) in
            do throws(LineFault) {
                let name = try SourceName(line: line)
                names[name.id, default: []].append(name.name)
            } catch {
                throw file.fault(error.reason, number)
            }
        }
        return names
    }

    /// Where each line begins, in the order in which the places are stored.
    private func survey(
        _ countries: [String: SourceCountry]
    ) throws(GazetteerError) -> [LineOrder] {
        let file = try LineFile(files.places)
        var order: [LineOrder] = []
        try file.each(after: SourcePlace.header) { line, number, offset throws(GazetteerError) in
            do throws(LineFault) {
                let place = try SourcePlace(line: line)
                guard countries[place.country] != nil else {
                    throw LineFault("\"\(place.country)\" is no country of countries.tsv")
                }
                guard let offset = UInt32(exactly: offset) else {
                    throw LineFault("the file is larger than 4 GiB")
                }
                order.append(LineOrder(place, offset: offset))
            } catch {
                throw file.fault(error.reason, number)
            }
        }
        order.sort()
        return order
    }

    private func fill(
        _ path: String, _ countries: [String: SourceCountry], _ names: [String: [String]],
        _ order: [LineOrder], _ stamp: String, _ progress: ImportProgress
    ) throws(GazetteerError) {
        let file = try LineFile(files.places)
        var writer = try writing { () throws(DatabaseError) in
            try ImportWriter(path: path, countries: countries, stamp: stamp)
        }
        for (done, line) in order.enumerated() {
            let place = try place(file, line)
            try writing { () throws(DatabaseError) in try writer.add(place, names[place.id] ?? []) }
            if done % 2048 == 0 { progress(done, order.count) }
        }
        try writing { () throws(DatabaseError) in try writer.finish() }
        progress(order.count, order.count)
    }

    private func place(
        _ file: LineFile, _ line: LineOrder
    ) throws(GazetteerError) -> SourcePlace {
        let text = try file.line(at: line.offset)
        do throws(LineFault) { return try SourcePlace(line: text) } catch {
            throw file.fault(error.reason, nil)
        }
    }

    private func writing<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(GazetteerError) -> Result {
        do throws(DatabaseError) { return try body() } catch { throw GazetteerError(error) }
    }
}

/// A line by its place's position on the curve; areas after everything else.
struct LineOrder: Comparable {
    private let bits: UInt64

    init(_ place: SourcePlace, offset: UInt32) {
        let position = place.isNearby ? Curve.position(of: place.coordinate) : .max
        bits = UInt64(position) << 32 | UInt64(offset)
    }

    var offset: Int { Int(bits & 0xFFFF_FFFF) }

    static func < (a: LineOrder, b: LineOrder) -> Bool { a.bits < b.bits }
}
