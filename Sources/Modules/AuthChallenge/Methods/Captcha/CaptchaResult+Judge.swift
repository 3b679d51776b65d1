private import Primitives

extension CaptchaResult {
    /// Why the answer does not pass; nil if it does. A required value that is missing is as wrong as one that differs.
    func refusal(by settings: CaptchaSettings, now: Int64) -> Refusal? {
        guard isSuccess else { return .notSucceeded }
        guard let hostname, settings.hostnames.contains(where: { $0.utf8.elementsEqual(hostname.utf8) }) else {
            return .wrongHostname
        }
        if let demanded = settings.action {
            guard let action, action.utf8.elementsEqual(demanded.utf8) else { return .wrongAction }
        }
        if let minimum = settings.minimumScore {
            guard let score, minimum...1 ~= score else { return .lowScore }
        }
        guard let time, -ClockSkew.maximum...settings.maximumAge ~= now - time else { return .tooOld }
        return nil
    }
}
