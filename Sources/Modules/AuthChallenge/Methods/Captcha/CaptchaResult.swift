internal import JSON
private import Primitives

/// What a provider says of an answer: the documented members of its siteverify call.
struct CaptchaResult {
    /// Whether the provider takes the answer: it is genuine, of this key, and was never asked about before.
    let isSuccess: Bool
    /// The host of the page on which the CAPTCHA was solved.
    let hostname: String?
    /// The action that the page gave it.
    let action: String?
    /// How much the user is like a recipient, from 0 to 1.
    let score: Double?
    /// When the CAPTCHA was shown or solved, in seconds since 1970.
    let time: Int64?
    /// Why the provider does not take the answer.
    let errorCodes: [String]

    /// Reads a provider's content; nil where it is not what the provider documents.
    init?(parsing bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let isSuccess = json["success"]?.bool else { return nil }
        self.isSuccess = isSuccess
        hostname = json["hostname"]?.string
        action = json["action"]?.string
        score = json["score"]?.numberText.flatMap { Double($0) }
        time = json["challenge_ts"]?.string.flatMap { Timestamp.seconds($0) }
        errorCodes = json["error-codes"]?.elements.compactMap(\.string) ?? []
    }

    /// Whether the fault is not the user's: our secret or our call is not right, or the provider is at a loss itself.
    var isOurFault: Bool { errorCodes.contains { Self.codesOfOurs.contains($0) } }

    /// Whether the fault may be ours: keys that do not belong together. It may be the user's too, who has solved a
    /// CAPTCHA of another key, so it is a wrong answer like any other.
    var mayBeOurFault: Bool { errorCodes.contains { Self.codesOfKeys.contains($0) } }

    /// The documented codes among those that came, for the log.
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
