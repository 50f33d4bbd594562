import Domain
import FoundationEssentials

extension AnswerReader {
    /// For all operations, and for the gateway before them, which answers in its own way.
    static func kma(_ name: String, _ part: Part, now: Timestamp) -> AnswerReader {
        AnswerReader(
            provider: name, part: part, now: now, limitWait: 600,
            refusedAdvice: "check on data.go.kr that its key is valid and that both services,"
                + " short and mid term, are applied for",
            complaint: { Complaint(kma: $0, now: now) }, parse: { JSON(kma: $0) })
    }
}

extension JSON {
    /// The gateway sends XML or plain text whatever was asked for; those it is known for become JSON of the same sense.
    fileprivate init?(kma body: Data) {
        if let json = JSON(body) {
            self = json
            return
        }
        let text = String(decoding: body.prefix(4096), as: UTF8.self).trimmed
        if Complaint.gatewayTexts[text] != nil {
            self = .string(text)
        } else if let code = text.element("returnReasonCode") ?? text.element("resultCode") {
            let message = text.element("returnAuthMsg") ?? text.element("resultMsg")
            self = .object(["resultCode": .string(code), "resultMsg": .string(message ?? "")])
        } else {
            return nil
        }
    }
}

extension String {
    /// The text of the first element of that name, nil for none; enough for the few flat elements of the gateway's answers.
    fileprivate func element(_ name: String) -> String? {
        guard let start = firstRange(of: "<\(name)>") else { return nil }
        let text = self[start.upperBound...].prefix { $0 != "<" }.trimmed
        return text.isEmpty ? nil : text
    }
}

extension Complaint {
    /// Reads the code of an error in any of the shapes it comes in; only codes tell, as the texts change places.
    fileprivate init?(kma json: JSON, now: Timestamp) {
        if case .string(let text) = json, let code = Self.gatewayTexts[text] {
            self.init(code: code, text: text, wait: Self.wait(for: code, now: now))
            return
        }
        let gateway = json["OpenAPI_ServiceResponse"]["cmmMsgHeader"]
        let header = json["response"]["header"]
        let codes = [gateway["returnReasonCode"], header["resultCode"], json["resultCode"]]
        let texts = [gateway["returnAuthMsg"], header["resultMsg"], json["resultMsg"]]
        guard let number = codes.lazy.compactMap(\.text).first, Int(number) != 0 else {
            return nil
        }
        let code = Self.code(Int(number))
        self.init(
            code: code, text: texts.lazy.compactMap(\.text).first ?? number,
            wait: Self.wait(for: code, now: now))
    }

    /// Bodies of the gateway that are neither JSON nor XML.
    fileprivate static let gatewayTexts: [String: LookupFailure.Code] = [
        "Unauthorized": .refused, "Forbidden": .refused, "API not found": .badRequest,
        "API token quota exceeded": .quota, "API rate limit exceeded": .rateLimited,
        "Error forwarding request to backend server": .server,
        "Error receiving response from backend server": .server, "Unexpected errors": .server,
    ]

    /// The codes of the guide's table of errors.
    private static func code(_ number: Int?) -> LookupFailure.Code {
        switch number {
        // No data: not issued yet, or nothing there.
        case 3: .notFound
        // A wrong, a missing and an old parameter, and an operation that is none.
        case 10, 11, 12: .badRequest
        // Not applied for, not registered, expired, another address, unsigned.
        case 20, 30, 31, 32, 33: .refused
        case 21: .rateLimited
        case 22: .quota
        default: .server
        }
    }

    /// A quota is taken to begin anew at Korea's midnight.
    private static func wait(for code: LookupFailure.Code, now: Timestamp) -> Double? {
        code == .quota ? KST.secondsToMidnight(now) : nil
    }
}
