/// How the program ends; the numbers from 64 on are those of sysexits.h.
enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    /// No fix, nothing found.
    case negative = 1
    case usage = 64
    case badInput = 65
    case noInput = 66
    case unavailable = 69
    case cannotWrite = 73
    case notPermitted = 77
    case configuration = 78

    /// As the help of a command tells it.
    var meaning: String {
        switch self {
        case .done: "done"
        case .negative: "a negative answer: no fix, nothing found"
        case .usage: "the command was not called rightly"
        case .badInput: "the input cannot be read as what it should be"
        case .noInput: "there is no such file"
        case .unavailable: "a service does not answer: gpsd, the daemon, a provider"
        case .cannotWrite: "the output cannot be written"
        case .notPermitted: "a permission is missing"
        case .configuration: "a setting is wrong"
        }
    }
}
