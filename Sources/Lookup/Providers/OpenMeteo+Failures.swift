import Domain

extension AnswerReader {
    /// For Open-Meteo's forecast and geocoder, which complain in the same way.
    static func openMeteo(_ name: String, _ part: Part, now: Timestamp) -> AnswerReader {
        AnswerReader(
            provider: name, part: part, now: now, limitWait: 60,
            refusedAdvice: "its paid host needs a key: check its base_url in the settings",
            complaint: { Complaint(openMeteo: $0, now: now) })
    }
}

extension Complaint {
    /// Reads `{"error": true, "reason": "…"}`; only the reason tells how long a limit lasts.
    init?(openMeteo json: JSON, now: Timestamp) {
        guard json["error"] == .bool(true) else { return nil }
        let reason = json["reason"].text ?? ""
        let code: LookupFailure.Code? =
            if reason.contains("limit exceeded") || reason.contains("concurrent requests") {
                .rateLimited
            } else if reason.contains("API key") {
                .refused
            } else if reason.contains("No data is available") {
                .notCovered
            } else if reason.contains("overloaded") || reason.contains("went wrong") {
                .server
            } else {
                nil
            }
        self.init(code: code, text: reason, wait: Self.wait(for: reason, now: now))
    }

    private static func wait(for reason: String, now: Timestamp) -> Double? {
        if reason.contains("Hourly") { return now.secondsToNext(3600) }
        // Days are assumed to be those of UTC; a month has no better hint.
        if reason.contains("Daily") || reason.contains("Monthly") {
            return now.secondsToNext(86400)
        }
        // One request at a time and a short queue: over as soon as the others are answered.
        return reason.contains("concurrent") ? 10 : nil
    }
}
