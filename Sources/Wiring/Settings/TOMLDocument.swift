import CTOML
import Domain
import FoundationEssentials
import Glibc

/// One value of a TOML text with the line it stands on.
struct TOMLNode: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case table([String: TOMLNode])
        case array([TOMLNode])
        case string(String)
        case integer(Int)
        case number(Double)
        case boolean(Bool)
        /// Dates, times, nan and infinities, as they are written: no setting is one.
        case other(String)
    }

    let line: Int
    let value: Value

    /// How an error names what was found.
    var kind: String {
        switch value {
        case .table: "a section"
        case .array(let nodes): "[\(nodes.prefix(5).map(\.kind).joined(separator: ", "))]"
        case .string(let text): quoted(text)
        case .integer(let number): String(number)
        case .number(let number): number.shortest
        case .boolean(let flag): String(flag)
        case .other(let text): text.printable
        }
    }
}

/// Why a text is not TOML, with its place; line and column count from 1, 0 when unknown.
struct TOMLError: Error, Equatable {
    let message: String
    let line: Int
    let column: Int
}

/// The top level of a TOML text.
func parseTOML(_ bytes: [UInt8]) throws(TOMLError) -> [String: TOMLNode] {
    // A byte more than is parsed, as an empty array has no address.
    let result = (bytes + [0]).withUnsafeBytes { buffer -> ctoml_result? in
        buffer.baseAddress.map {
            ctoml_parse($0.assumingMemoryBound(to: CChar.self), UInt(bytes.count))
        }
    }
    guard let result else { return [:] }
    defer { ctoml_free(result) }
    guard let json = result.json else {
        let message = result.message.map { String(cString: $0) } ?? "out of memory"
        throw TOMLError(message: message, line: Int(result.line), column: Int(result.column))
    }
    let data = Data(bytes: json, count: strlen(json))
    guard let root = try? JSONDecoder().decode(TOMLNode.self, from: data),
        case .table(let table) = root.value
    else { throw TOMLError(message: "the text cannot be read", line: 0, column: 0) }
    return table
}

extension TOMLNode: Decodable {
    private enum Key: CodingKey { case line, kind, value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        line = try container.decode(Int.self, forKey: .line)
        value =
            switch try container.decode(String.self, forKey: .kind) {
            case "table": .table(try container.decode([String: TOMLNode].self, forKey: .value))
            case "array": .array(try container.decode([TOMLNode].self, forKey: .value))
            case "string": .string(try container.decode(String.self, forKey: .value))
            case "integer": .integer(try container.decode(Int.self, forKey: .value))
            case "number": .number(try container.decode(Double.self, forKey: .value))
            case "boolean": .boolean(try container.decode(Bool.self, forKey: .value))
            default: .other(try container.decode(String.self, forKey: .value))
            }
    }
}
