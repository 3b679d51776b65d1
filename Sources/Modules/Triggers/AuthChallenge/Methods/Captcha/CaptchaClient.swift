internal import FunctionServices
internal import HTTP
private import JOSE
internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives
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
            body: form(answer, key, secret), maximumResponseBytes: Self.maximumBytes,
            operation: "siteverify")
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
