internal import AuthenticatorService
internal import EmailCodes
internal import JSON
internal import OpenSSLCrypto
internal import Primitives
internal import SignInMail
internal import SignInTokens
internal import SoftwarePasskey
internal import StandIns
internal import Synchronization
internal import WebAuthn

/// An authenticator service in memory, with a device that has passkeys and a mailbox, for one input.
final class AuthenticatorSession {
    static let origin = "https://example.org"
    static let people = ["ana", "bob"]

    private let authenticator: AuthenticatorAPI
    private let mails = Mails()
    private var requests = 0
    /// What devices hold.
    var device = SoftwareAuthenticator(origin: origin)

    /// Keeps the codes that are mailed, by address.
    private final class Mails: AuthenticatorMails {
        let codes = Mutex<[String: String]>([:])

        func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool {
            guard let recipient else { return true }
            switch message {
            case .signInCode(let code), .addressCode(let code): codes.withLock { $0[recipient.address] = code.text }
            default: break
            }
            return true
        }
    }

    init(demandsAAL2: Bool) {
        let mails = mails
        authenticator = certain("the authenticator starts") {
            var settings = AuthenticatorSettings(
                pool: try ServedPool(id: SampleEvent.pool, key: Keys.shared),
                relyingParty: try RelyingParty(
                    id: "example.org", name: "Example", origins: [Origin(Self.origin)])
            )
            settings.demandsAAL2 = demandsAAL2
            return AuthenticatorAPI(
                settings, storage: TableStandIn.authenticatorTables().authenticatorStorage(),
                codes: OneTimeCodes(
                    CodeRules(lifetime: 600, mailsPerHour: 1_000), CodeKeys(codes: Keys.shared)),
                codeStorage: MemoryCodeStorage(),
                mails: mails, now: { Deployment.start })
        }
    }

    /// The last code that was mailed to an address.
    func code(_ address: String) -> String? { mails.codes.withLock { $0[address] } }

    /// Sends a request.
    func call(_ method: String, _ path: String, _ authorization: String?, _ body: [UInt8] = []) -> APIResponse {
        requests += 1
        var headers = ["content-type": "application/json"]
        headers["authorization"] = authorization
        let response = authenticator.answer(
            APIRequest(
                id: "request-\(requests)", sourceIP: "192.0.2.1", method: method, target: path, headers: headers,
                body: body))
        require("memory never fails", response.status < 500)
        require("the answer has a body", !response.body.isEmpty)
        return response
    }

    /// The JSON of an answer, which every answer is.
    static func json(_ response: APIResponse) -> JSONValue {
        certain("an answer is JSON") { try JSONValue(parsing: response.body) }
    }

    /// The challenge token of a person of the user pool.
    static func challengeToken(_ person: String, scope: String = ChallengeToken.readScope, isUnknown: Bool = false)
        -> String
    {
        certain("a challenge token") {
            try ChallengeToken(
                TokenClaims(
                    userPoolID: SampleEvent.pool, subject: person, issuedAt: Deployment.second,
                    expiresAt: Deployment.second + 600, scope: scope, actionCode: "cognitoAuth",
                    idempotencyKey: "round of \(person)", username: "name of \(person)"),
                email: isUnknown ? nil : ChallengeToken.Address("\(person)@example.test", isVerified: true),
                isUserUnknown: isUnknown
            ).sealed(with: Keys.signIn)
        }
    }

    /// The result token in an answer, read as the pool's functions read it; nil if there is none of the pool.
    static func result(_ json: JSONValue) -> ResultToken? {
        json["accessToken"]?.string.flatMap {
            try? ResultToken(verifying: $0, userPoolID: SampleEvent.pool, keys: Keys.signIn, now: Deployment.second)
        }
    }
}
