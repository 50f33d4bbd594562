package import Foundation

/// What a scripted server does after one request, step by step.
package struct ScriptedAnswer: Sendable {
    package enum Step: Sendable {
        case send(Data)
        /// Waits until the test releases the gate, or the client goes away.
        case wait(Gate)
    }

    package var steps: [Step]
    /// Closes the connection after the last step.
    package var closes = false

    package init(steps: [Step], closes: Bool = false) {
        self.steps = steps
        self.closes = closes
    }

    /// A whole answer with its length; `headers` may replace the content type.
    package init(
        status: Int = 200, headers: [(String, String)] = [("Content-Type", "application/json")],
        body: Data
    ) {
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        // 204 and 304 must not announce a body.
        let length = [204, 304].contains(status) ? "" : "Content-Length: \(body.count)\r\n"
        let head = "HTTP/1.1 \(status) Scripted\r\n\(lines)\(length)\r\n"
        steps = [.send(Data(head.utf8) + body)]
    }

    /// A whole answer with a text body.
    package init(
        status: Int = 200, headers: [(String, String)] = [("Content-Type", "application/json")],
        _ body: String
    ) {
        self.init(status: status, headers: headers, body: Data(body.utf8))
    }

    /// Bytes as they are, head and all, then the end of the connection.
    package static func raw(_ text: String) -> ScriptedAnswer {
        ScriptedAnswer(steps: [.send(Data(text.utf8))], closes: true)
    }

    /// Nothing at all, for ever: only the client or `stop()` ends it.
    package static var silence: ScriptedAnswer { ScriptedAnswer(steps: [.wait(never)]) }

    /// One for all: a gate costs two descriptors.
    private static let never = Gate()

    /// The connection is closed without a byte.
    package static var hangUp: ScriptedAnswer { ScriptedAnswer(steps: [], closes: true) }

    /// This answer, but not a byte of it before `gate` is released.
    package func held(by gate: Gate) -> ScriptedAnswer {
        ScriptedAnswer(steps: [.wait(gate)] + steps, closes: closes)
    }
}
