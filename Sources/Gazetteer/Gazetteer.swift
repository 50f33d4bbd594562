import Concurrency
import Database
package import Domain
import Glibc

/// Places of the world from files on this machine: nearest to a coordinate, and by name. Asks nobody.
///
/// An actor on a queue of its own, as SQLite blocks; searches by name have another. The database is made out of the
/// data's files at its first use, on a thread, and made anew when it is opened and they have changed.
package actor Gazetteer {
    private enum State {
        case closed
        case importing(Preparation)
        case open(PlaceIndex, NameSearch)
        case failed(GazetteerError, until: Moment)
    }

    private nonisolated let executor = QueueExecutor()
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Its name in the configuration.
    package nonisolated let name = "gazetteer"
    private let data: String?
    private let path: String
    private let time: TimeSource
    private let log: Log
    private var state = State.closed
    private var backoff: Backoff
    private var zones = ZoneMemory()

    /// Keeps `gazetteer.db` in `directory`; `data` is the folder of the places' files, nil to look where they belong.
    package init(directory: String, data: String? = nil, time: TimeSource = .live, log: Log) {
        path = "\(directory)/gazetteer.db"
        self.data = data
        self.time = time
        self.log = log
        backoff = Backoff(base: 60, cap: 3600, random: time.random)
    }

    /// Opens the database, after making it if needed; several callers share one import.
    ///
    /// A caller that is cancelled goes on at once, the import does as well.
    package func prepare(progress: ImportProgress? = nil) async throws(GazetteerError) {
        _ = try await opened(progress)
    }

    /// What `body` reads; once more from a new database when this one is damaged.
    func reading<Result>(
        _ body: (PlaceIndex) throws(DatabaseError) -> Result
    ) async throws(GazetteerError) -> Result {
        let index = try await opened(nil).index
        do throws(DatabaseError) { return try body(index) } catch {
            guard error.isDamage else { throw GazetteerError(error) }
            discard(error)
        }
        let next = try await opened(nil).index
        do throws(DatabaseError) { return try body(next) } catch { throw GazetteerError(error) }
    }

    /// What `body` finds by name, beside all else; once more in a new database when this one is damaged or gone.
    func searching<Result: Sendable>(
        _ body: @Sendable (NameSearch) async throws(DatabaseError) -> Result
    ) async throws(GazetteerError) -> Result {
        let names = try await opened(nil).names
        do throws(DatabaseError) { return try await body(names) } catch {
            guard error.isDamage || access(path, F_OK) != 0 else { throw GazetteerError(error) }
            // Meanwhile another search may have met the same, and a new database be open.
            if case .open(_, let present) = state, present === names { discard(error) }
        }
        let next = try await opened(nil).names
        do throws(DatabaseError) { return try await body(next) } catch {
            throw GazetteerError(error)
        }
    }

    private func opened(
        _ progress: ImportProgress?
    ) async throws(GazetteerError) -> (index: PlaceIndex, names: NameSearch) {
        var isJoined = false
        while true {
            goOn()
            switch state {
            case .open(let index, let names): return (index, names)
            case .failed(let error, _): throw error
            case .importing(let preparation):
                preparation.join(isJoined ? nil : progress)
                isJoined = true
                await preparation.wait()
                if Task.isCancelled, preparation.outcome == nil {
                    throw GazetteerError(.cancelled, "the places are not ready yet")
                }
            case .closed: preconditionFailure("what is closed is opened before it is asked")
            }
        }
    }

    /// Whatever can be done without waiting.
    private func goOn() {
        switch state {
        case .open: break
        case .closed: begin()
        case .failed(_, let until): if time.moment() >= until { begin() }
        case .importing(let preparation):
            if let outcome = preparation.outcome { settle(outcome) }
        }
    }

    /// Opens what is there if it came from the present data, else starts to import that.
    private func begin() {
        let existing = existing()
        do throws(GazetteerError) {
            let files = try DataFiles.find(in: data)
            if let existing, try files.stamp() == existing.stamp { return open(existing) }
            let importer = Importer(files: files, target: path)
            log(.debug, "importing the places of \(files.folder) into \(path)")
            state = .importing(
                Preparation { progress throws(GazetteerError) in try importer.run(progress) })
        } catch {
            // The database is all that is needed, once it is made.
            if let existing { open(existing) } else { fail(error) }
        }
    }

    private func settle(_ outcome: Result<Void, GazetteerError>) {
        let existing = existing()
        if case .failure(let error) = outcome {
            guard let existing else { return fail(error) }
            log(.warning, "the places are not brought up to date: \(error.message)")
            return open(existing)
        }
        guard let existing else {
            return fail(GazetteerError(.database, "\(path) was replaced or removed; try again"))
        }
        open(existing)
    }

    private func open(_ index: PlaceIndex) {
        backoff.reset()
        zones.forget()
        state = .open(index, NameSearch(path: path, log: log))
        log.recovered(name, "the places are ready")
    }

    private func fail(_ error: GazetteerError) {
        state = .failed(error, until: time.moment() + backoff.next())
        log(.warning, "there are no places: \(error.message)", key: name)
    }

    /// The database of the file; nil for one of another layout, and a damaged one is discarded.
    private func existing() -> PlaceIndex? {
        guard access(path, F_OK) == 0 else { return nil }
        do throws(DatabaseError) {
            let index = try PlaceIndex(path: path)
            return index.stamp == nil ? nil : index
        } catch {
            if error.isDamage { discard(error) } else { log(.warning, error.message, key: name) }
            return nil
        }
    }

    /// Removes a damaged database, whose copy could fill a small disk. Nothing is lost: all of it comes from the data.
    private func discard(_ damage: DatabaseError) {
        state = .closed
        // A side file left behind would be taken for the new file's.
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        log(
            .warning,
            "\(damage.message); it is not kept, as it held only the places, which are imported anew"
        )
    }
}

extension Gazetteer {
    /// Metres beyond which the time zone of the nearest place says nothing.
    private static let farthestZone = 200_000.0

    /// The zone, if it can be told at once.
    func zoneNow(at coordinate: Coordinate) -> Zone? {
        goOn()
        if case .importing(let preparation) = state { preparation.join() }
        guard case .open(let index, _) = state else { return nil }
        do throws(DatabaseError) {
            return try zones.zone(at: coordinate) { center throws(DatabaseError) in
                try index.timeZone(at: center, within: Self.farthestZone)
            }
        } catch {
            if error.isDamage { discard(error) } else { log(.warning, error.message, key: name) }
            return nil
        }
    }
}
