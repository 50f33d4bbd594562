import Domain

extension Complaint {
    /// Reads `{"code": -10, "msg": …}` of the service and `{"errorType": …, "message": …}` of the gateway before it.
    ///
    /// Nearly all of them come under status 400, so the code decides.
    init?(kakao json: JSON, now: Timestamp) {
        if let type = json["errorType"].text {
            // The message beside it may repeat the key.
            self.init(code: type == "AccessDeniedError" ? .refused : nil, text: type)
            return
        }
        guard let number = json["code"].integer, number < 0 else { return nil }
        let code: LookupFailure.Code? =
            switch number {
            case -10: .quota
            case -3, -5, -401: .refused
            case -2, -8: .badRequest
            // Internal, maintenance, timeout, maintenance announced.
            case -1, -7, -603, -9798: .server
            default: nil
            }
        self.init(
            code: code, text: json["msg"].text,
            // Its quotas are assumed to be of Korean days.
            wait: code == .quota ? KST.secondsToMidnight(now) : nil)
    }
}
