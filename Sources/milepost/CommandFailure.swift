import Domain
import Feed
import HTTP
import Record
import Store
import Web
import Wiring

/// Why a command ends without having done what it was asked, and with which code.
struct CommandFailure: Error, Sendable {
    let code: ExitCode
    /// Whole sentences.
    let lines: [String]

    init(_ code: ExitCode, _ message: String) { self.init(code, lines: [message]) }

    private init(_ code: ExitCode, lines: [String]) {
        self.code = code
        self.lines = lines
    }

    /// Every error of the program has its code here.
    init(_ error: any Error) {
        switch error {
        case let error as CommandFailure: self = error
        case let error as UsageError: self.init(.usage, error.description)
        case let error as SettingsError:
            self.init(.configuration, lines: error.problems.map(\.description))
        case let error as FeedError: self.init(ExitCode(error.code), error.message)
        case let error as ControlError:
            self.init(ExitCode(error.code), error.description)
        case let error as RecordError: self.init(.configuration, error.description)
        case let error as ZoneError: self.init(.configuration, "\(error)")
        case let error as StateDirectory.Failure: self.init(.cannotWrite, error.description)
        case let error as WebError:
            self.init(error.code == .inUse ? .unavailable : .cannotWrite, error.message)
        case let error as LookupFailure:
            self.init(
                error.code == .notFound ? .negative : .unavailable,
                error.sentence)
        case let error as HistoryError: self.init(ExitCode(error.code), error.message)
        case let error as HTTPError: self.init(.unavailable, error.message)
        default: self.init(.unavailable, "\(error)")
        }
    }
}

extension ExitCode {
    fileprivate init(_ code: FeedError.Code) {
        self =
            switch code {
            case .noSuchFile: .noInput
            case .notPermitted: .notPermitted
            case .unreadable: .noInput
            case .notARecording, .damaged: .badInput
            case .badAddress: .usage
            case .cannotWrite: .cannotWrite
            case .noGpsd: .unavailable
            }
    }

    fileprivate init(_ code: HistoryError.Code) {
        self =
            switch code {
            case .missing: .negative
            case .damaged: .badInput
            case .busy: .unavailable
            case .unusable: .cannotWrite
            }
    }

    fileprivate init(_ code: ControlError.Code) {
        self =
            switch code {
            case .noFix, .notFound, .conflict: .negative
            case .badRequest: .usage
            case .unavailable: .unavailable
            }
    }
}
