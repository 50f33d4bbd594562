import Concurrency
import Domain
import Glibc
package import Store

/// Whether the history can be read and is sound.
package enum HistoryExamination {
    static func findings(_ settings: Settings) async -> [Finding] {
        guard let path = StateDirectory(settings.stateDirectory).history(settings.store) else {
            return [.well("history", "is not kept, as store.path is empty")]
        }
        guard access(path, F_OK) == 0 else { return [.well("history", "\(path) is not begun yet")] }
        // A large one takes a while to read whole.
        return await onBlockingThread(interrupt: {}) {
            do throws(HistoryError) {
                return [finding(path, damage: try HistoryReader(path: path).damage())]
            } catch {
                return [finding(path, error)]
            }
        }
    }

    /// `damage` is SQLite's word for it; nil for none.
    package static func finding(_ path: String, damage: String?) -> Finding {
        guard let damage else { return .well("history", "\(path) is sound") }
        return .wrong(
            "history",
            "\(path) is damaged (\(damage)): restart milepost, which sets it aside and begins another;"
                + " `sqlite3 FILE .recover` may bring rows of it back")
    }

    /// One that could not be read whole.
    package static func finding(_ path: String, _ error: HistoryError) -> Finding {
        switch error.code {
        case .missing, .busy: .well("history", "\(error.message) It was not looked at.")
        case .damaged, .unusable: .wrong("history", error.message)
        }
    }
}
