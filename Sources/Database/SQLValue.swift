package import FoundationEssentials

/// One of the five things that SQLite stores.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)

    package init(_ value: Int64?) { self = value.map(SQLValue.integer) ?? .null }
    package init(_ value: Double?) { self = value.map(SQLValue.real) ?? .null }
    package init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }
    package init(_ value: Data?) { self = value.map(SQLValue.blob) ?? .null }

    /// Nil for any other type: nothing is converted silently, but a whole number is also a real one.
    package var int64: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var string: String? { if case .text(let value) = self { value } else { nil } }
    package var data: Data? { if case .blob(let value) = self { value } else { nil } }
    package var double: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .null, .text, .blob: nil
        }
    }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(stringLiteral value: String) { self = .text(value) }
    package init(nilLiteral: ()) { self = .null }
}
