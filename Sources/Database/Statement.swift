import CSQLite
import FoundationEssentials

/// One prepared statement; SQLite's own memory is freed with it.
final class Statement {
    private let handle: OpaquePointer

    init(handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    /// SQLite copies what is bound, as Swift's buffers end with the call.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let value): sqlite3_bind_int64(handle, index, value)
        case .real(let value): sqlite3_bind_double(handle, index, value)
        case .text(let value):
            // The length is told, so that a NUL inside does not cut the text.
            sqlite3_bind_text(handle, index, value, Int32(value.utf8.count), Self.transient)
        case .blob(let value) where value.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
        case .blob(let value):
            value.withUnsafeBytes {
                sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.transient)
            }
        }
    }

    var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    func step() -> Int32 { sqlite3_step(handle) }

    /// Ends the read it holds and forgets what was bound, so that it can be used again.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    var columnCount: Int32 { sqlite3_column_count(handle) }

    func double(_ index: Int32) -> Double { sqlite3_column_double(handle, index) }

    func int64(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }

    /// Valid until the next step only.
    func bytes(_ index: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, index)
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, index)))
    }

    func column(_ index: Int32) -> SQLValue {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT:
            guard let text = sqlite3_column_text(handle, index) else { return .null }
            return .text(
                String(
                    decoding: UnsafeBufferPointer(start: text, count: length(index)),
                    as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = sqlite3_column_blob(handle, index) else { return .blob(Data()) }
            return .blob(Data(bytes: bytes, count: length(index)))
        default: return .null
        }
    }

    /// Of a text or blob; asked of a number, SQLite would write it as text first.
    private func length(_ index: Int32) -> Int { Int(sqlite3_column_bytes(handle, index)) }
}
