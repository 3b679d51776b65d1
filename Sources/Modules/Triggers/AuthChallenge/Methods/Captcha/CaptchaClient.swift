internal import FunctionServices
internal import HTTP
private import JOSE
internal import JSON
internal import LambdaRuntime
private import OpenSSLCrypto
internal import Primitives
internal import SignInRules

/// Asks the provider what an answer is worth (siteverify).
struct CaptchaClient {
    private let settings: CaptchaSettings
    private let secret: RotatingSecret<String>
    private let transport: any HTTPTransport

    /// The longest time for one attempt, in milliseconds.
    private static let limit: Int64 = 3_000
    private static let maximumBytes = 16_384

    init(_ settings: CaptchaSettings, _ services: Services) throws(FunctionError) {
        guard let secret = settings.secret else { throw .hidden(.internalError, "Create cannot judge an answer") }
        self.settings = settings
        self.secret = secret
        transport = services.transport
    }

    /// The provider's verdict on an answer. If the provider refuses the secret and there is another, it is asked again.
    /// - Parameter key: the round's own key.
    /// - Throws: `FunctionError` if the provider does not reply, or does not judge the answer.
    func result(of answer: String, _ key: String, by deadline: Deadline) throws(FunctionError) -> CaptchaResult {
        var result = try ask(answer, key, secret.current(by: deadline), by: deadline)
        if result.refusesSecret, let other = secret.replacement(by: deadline) {
            result = try ask(answer, key, other, by: deadline)
        }
        guard !result.isOurFault else {
            throw .hidden(.unavailable, "\(settings.provider) cannot judge the answer: \(result.knownCodes)")
        }
        return result
    }

    private func ask(
        _ answer: String, _ key: String, _ secret: String, by deadline: Deadline
    ) throws(FunctionError) -> CaptchaResult {
        let request = HTTPRequest(
            .post, settings.verifyURL,
            headers: [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
                UserAgent.header,
            ],
            body: form(answer, key, secret), maximumResponseBytes: Self.maximumBytes)
        let response: HTTPResponse
        do { response = try transport.send(request, by: deadline, limit: Self.limit) } catch {
            throw .hidden(.unavailable, "\(settings.provider): \(error)")
        }
        guard let result = CaptchaResult(parsing: response.body) else {
            throw .hidden(.unavailable, "\(settings.provider): status \(response.status) and no verdict")
        }
        // A refusal may have a 4xx status; a success always has status 200.
        guard response.status == 200 || 400..<500 ~= response.status && response.status != 429 && !result.isSuccess
        else { throw .hidden(.unavailable, "\(settings.provider): status \(response.status)") }
        return result
    }

    /// Providers would also accept the user's IP address, but Cognito does not pass it to a trigger.
    private func form(_ answer: String, _ key: String, _ secret: String) -> [UInt8] {
        var members = [("secret", secret), ("response", answer)]
        switch settings.provider {
        case .turnstile: members.append(("idempotency_key", idempotencyKey(of: answer, key)))
        case .hcaptcha: members.append(("sitekey", settings.siteKey))
        case .recaptcha: break
        }
        return Array(members.map { "\($0.0)=\($0.1.percentEncodedSegment)" }.joined(separator: "&").utf8)
    }

    /// Turnstile judges an answer once, and repeats its verdict if it is asked again with the same key. So a call that
    /// Cognito retries gets the same verdict.
    private func idempotencyKey(of answer: String, _ key: String) -> String {
        UUIDText.version4(Array(SHA256.digest(of: LengthPrefixedFields.bytes("captcha", [key, answer])).prefix(16)))
    }
}

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
