import AuthenticatorService
import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import SignInTokens
import Synchronization

extension TestService {
    /// The sender of a request.
    enum Sender {
        case nobody
        case bearer(String)
        /// A pool's id, as apps send it.
        case app(String)
        /// The whole `Authorization` header.
        case header(String)

        var header: String? {
            switch self {
            case .nobody: nil
            case .bearer(let token): "Bearer \(token)"
            case .app(let id): "Basic \(Base64URL.encode(Array("\(id):".utf8)))"
            case .header(let text): text
            }
        }
    }

    func call(
        _ method: String, _ path: String, as sender: Sender = .app(TestService.poolID), body: String = "",
        headers: [String: String] = [:]
    ) -> Answer {
        var headers = headers
        headers["content-type"] = "application/json"
        headers["authorization"] = sender.header
        return Answer(
            authenticator.answer(
                APIRequest(
                    id: "\(Self.requests.add(1, ordering: .relaxed).newValue)", method: method, target: "/v1/\(path)",
                    headers: headers, body: Array(body.utf8)),
                report: { [self] in reports.append($0) }, decided: { [self] in decisions.append($0) }))
    }

    /// A challenge token of the user pool.
    func challengeToken(
        _ subject: String, email: String?, isVerified: Bool = true, isUserUnknown: Bool = false, key: String = "round",
        scope: String = ChallengeToken.readScope, sealedWith secret: [UInt8] = TestService.key,
        pool: String = TestService.poolID, lifetime: Int64 = 600, locale: String? = nil
    ) throws -> String {
        try ChallengeToken(
            TokenClaims(
                userPoolID: pool, subject: subject, issuedAt: clock.now, expiresAt: clock.now + lifetime, scope: scope,
                actionCode: "cognitoAuth", idempotencyKey: key, username: "name-of-\(subject)"),
            email: email.map { ChallengeToken.Address($0, isVerified: isVerified) }, locale: locale,
            isUserUnknown: isUserUnknown
        ).sealed(with: SignInKeys(current: secret))
    }

    /// A challenge token of a user whom Cognito does not know.
    func unknownUserToken(scope: String = ChallengeToken.readScope) throws -> String {
        try challengeToken(Self.unknownUser, email: nil, isUserUnknown: true, scope: scope)
    }

    static let unknownUser = "cc0e3b0c-5d0e-4a52-9a5e-6a6a4f7c9d10"

    /// A result token of the user pool; an emailed code proves the address.
    func resultToken(
        _ subject: String, email: String?, method: VerificationMethod = .emailOTP,
        scope: String = ChallengeToken.readScope, authenticatorID: String? = nil
    ) throws -> String {
        let keys = try Self.keys
        return try ResultToken(
            TokenClaims(
                userPoolID: TestService.poolID, subject: subject, issuedAt: clock.now, expiresAt: clock.now + 600,
                scope: scope, actionCode: "cognitoAuth", idempotencyKey: "round", username: "name-of-\(subject)"),
            method: method, emailDigest: email.map(keys.emailDigest), authenticatorID: authenticatorID
        ).signed(with: keys)
    }

    /// The keys of the user pool as its functions have them.
    static var keys: SignInKeys { get throws { try SignInKeys(current: key, previous: previousKey) } }

    /// The result token in an answer, verified in the way that the functions verify it.
    func result(_ answer: Answer) throws -> ResultToken {
        try ResultToken(
            verifying: answer["accessToken"]?.string ?? "", userPoolID: TestService.poolID, keys: Self.keys,
            now: clock.now)
    }

    /// Proves an address with the code sent to it.
    func proveEmail(_ token: String, _ address: String) -> Answer {
        let sent = mailBox.mails.count
        _ = call(
            "POST", "client/user-authenticators/email-otp", as: .bearer(token), body: #"{"email":"\#(address)"}"#)
        let code = mailBox.mails.count > sent ? mailBox.mails[sent].code : ""
        return verify(token, code)
    }

    func verify(_ token: String, _ code: String) -> Answer {
        call("POST", "client/verify/email-otp", as: .bearer(token), body: #"{"verificationCode":"\#(code)"}"#)
    }

    /// A code that differs from the one sent last, and from the other ones with other numbers.
    func wrongCode(_ number: Int = 0) -> String {
        let last = mailBox.mails.last.flatMap { Int($0.code) } ?? 0
        let digits = String((last + 1 + number) % 1_000_000)
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}

/// An answer and its JSON.
struct Answer: CustomStringConvertible {
    let status: Int
    let json: JSONValue?
    let text: String
    /// What the metrics call it.
    let outcome: String
    /// The kind of authenticator that the metrics name.
    let method: VerificationMethod?

    init(_ response: APIResponse) {
        (outcome, method) = (response.outcome, response.method)
        status = response.status
        json = try? JSONValue(parsing: response.body)
        text = String(decoding: response.body, as: UTF8.self)
    }

    subscript(name: String) -> JSONValue? { json?[name] }

    /// The names of the members, in order.
    var members: [String] { json?.members.map(\.name) ?? [] }

    /// The status and the error code.
    var failure: Failure? {
        guard let code = self["errorCode"]?.string, self["error"]?.string == code,
            self["errorDescription"]?.string != nil
        else { return nil }
        return Failure(status, code)
    }

    var description: String { "\(status) \(text)" }
}

/// A status and an error code.
struct Failure: Equatable {
    let status: Int
    let code: String

    init(_ status: Int, _ code: String) {
        self.status = status
        self.code = code
    }
}
