internal import JSON
private import Primitives

/// A provider's verdict on an answer: the documented members of its siteverify response.
struct CaptchaResult {
    /// Whether the provider accepts the answer: it is genuine, belongs to this key, and has not been checked before.
    let isSuccess: Bool
    /// The host of the page on which the CAPTCHA was solved.
    let hostname: String?
    /// The action that the page gave the CAPTCHA.
    let action: String?
    /// How likely it is that the user is human, from 0 to 1.
    let score: Double?
    /// When the CAPTCHA was shown or solved, in seconds since 1970.
    let time: Int64?
    /// Why the provider does not accept the answer.
    let errorCodes: [String]

    /// Reads the content of a provider's response; nil if it does not have the documented form.
    init?(parsing bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let isSuccess = json["success"]?.bool else { return nil }
        self.isSuccess = isSuccess
        hostname = json["hostname"]?.string
        action = json["action"]?.string
        score = json["score"]?.numberText.flatMap { Double($0) }
        time = json["challenge_ts"]?.string.flatMap { Timestamp.seconds($0) }
        errorCodes = json["error-codes"]?.elements.compactMap(\.string) ?? []
    }

    /// Whether the fault is not the user's: our secret or our call is wrong, or the provider itself fails.
    var isOurFault: Bool { errorCodes.contains { Self.codesOfOurs.contains($0) } }

    /// Whether the provider does not know our secret. It has not judged the answer then, and no answer of a user brings
    /// this about.
    var refusesSecret: Bool { errorCodes.contains("invalid-input-secret") }

    /// Whether the fault may be ours: our keys may not belong together. The user may also have solved a CAPTCHA of
    /// another key, so the answer is wrong like any other.
    var mayBeOurFault: Bool { errorCodes.contains { Self.codesOfKeys.contains($0) } }

    /// The documented codes among those received, for the log.
    var knownCodes: String {
        let known = [Self.codes, Self.codesOfOurs, Self.codesOfKeys]
        let codes = errorCodes.filter { code in known.contains { $0.contains(code) } }
        return codes.isEmpty ? "no known code" : codes.joined(separator: ", ")
    }

    private static let codes: Set<String> = [
        "missing-input-response", "invalid-input-response", "expired-input-response", "already-seen-response",
        "invalid-or-already-seen-response", "bad-request", "timeout-or-duplicate",
    ]
    private static let codesOfOurs: Set<String> = [
        "missing-input-secret", "invalid-input-secret", "missing-parameters", "invalid-parameters", "internal-error",
    ]
    private static let codesOfKeys: Set<String> = ["sitekey-secret-mismatch", "not-using-dummy-passcode"]
}

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
