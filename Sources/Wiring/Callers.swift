import Domain
import Gate

/// Who waits for an answer, and for the lookups of which fix.
struct Callers {
    private var waiting: [RefreshID: CheckedContinuation<Answer, any Error>] = [:]
    /// Lookups that run, by the number of their fix, and who wants them.
    private var promised: [Int: Set<RefreshID>] = [:]
    private var lastID: RefreshID = 0

    mutating func newID() -> RefreshID {
        lastID += 1
        return lastID
    }

    mutating func add(_ id: RefreshID, _ continuation: CheckedContinuation<Answer, any Error>) {
        waiting[id] = continuation
    }

    /// Promises the lookups of fix `seq` to `ids` in place of earlier ones; true when they are yet to be begun.
    mutating func promise(_ seq: Int, to ids: [RefreshID]) -> Bool {
        for key in promised.keys { promised[key]?.subtract(ids) }
        let isNew = promised[seq] == nil
        promised[seq, default: []].formUnion(ids)
        return isNew
    }

    /// The lookups ended: everyone they were promised to gets them.
    mutating func keep(_ answer: Answer) {
        for id in promised.removeValue(forKey: answer.fix.seq) ?? [] {
            waiting.removeValue(forKey: id)?.resume(returning: answer)
        }
    }

    mutating func fail(_ ids: [RefreshID], _ error: ControlError) {
        for id in ids { waiting.removeValue(forKey: id)?.resume(throwing: error) }
    }

    /// The caller is gone.
    mutating func cancel(_ id: RefreshID) {
        waiting.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }
}
