package import Foundation

/// A request as a scripted server received it.
package struct ScriptedRequest: Sendable {
    /// Counts the server's connections from 1.
    package let connection: Int
    package let method: String
    /// As sent: path and query, or a whole URL when the server is used as a proxy.
    package let target: String
    package let headers: [(name: String, value: String)]
    package var body = Data()

    /// Without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// As sent, still escaped; empty when there is none.
    package var query: String { String(target.drop { $0 != "?" }.dropFirst()) }

    /// The query's parameters, unescaped; of equal names the last.
    package var parameters: [String: String] {
        let pairs = query.split(separator: "&").map { pair -> (String, String) in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return (unescape(name), unescape(value))
        }
        return Dictionary(pairs) { $1 }
    }

    /// The first header of that name; case does not matter.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Nil unless `head` is a request line and header lines.
    init?(head: Data, connection: Int) {
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        self.connection = connection
        method = String(words[0])
        target = String(words[1])
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (String(line[..<colon]), String(value))
        }
    }
}

private func unescape(_ text: Substring) -> String {
    text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String(text)
}
