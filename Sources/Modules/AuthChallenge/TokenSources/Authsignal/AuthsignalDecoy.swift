internal import Authsignal
internal import FunctionServices
internal import LambdaRuntime
private import OpenSSLCrypto
internal import Primitives
internal import SignInRules

/// Stands in for Authsignal when no real token may be handed out: for users that Cognito does not know, and for users
/// who are held.
///
/// To someone who watches Cognito's API, its look-alikes look like the last real token. Before the first real call of a process their tenant is made up. Authsignal's own API always refuses them.
final class AuthsignalDecoy {
    private let secret: [UInt8]
    private let actionCode: String
    private let services: Services
    private var look: LookAlike?
    private var page = SharedPage()
    private var subjects = SubjectShape()

    init(secret: [UInt8], actionCode: String, services: Services) {
        self.secret = secret
        self.actionCode = actionCode
        self.services = services
        func identifier(_ label: String) -> String {
            UUIDText.version4(HMACSHA256.authenticationCode(for: Array("decoy-\(label)".utf8), key: secret))
        }
        look = LookAlike(tenantID: identifier("tenant"), publishableKey: identifier("publishable-key"))
    }

    /// Takes over the look of a real answer for a user.
    func learn(from tracked: TrackedAction, for subject: String) {
        if let real = LookAlike(of: tracked.token) { look = real }
        if let url = tracked.url { page.learn(from: url, token: tracked.token, user: subject) }
        subjects.learn(from: subject)
    }

    /// A token like Authsignal's for a round that cannot be won.
    func issue(in round: Round) throws(FunctionError) -> IssuedToken {
        let phantom = Phantom(of: round.userName, key: secret, shape: subjects)
        let owner = LookAlike.Owner(
            subject: round.account?.sub ?? phantom.subject,
            userName: round.account == nil ? phantom.userName : round.userName, actionCode: actionCode,
            idempotencyKey: try services.uuid())
        guard let token = look?.token(for: owner, now: services.now() / 1_000, random: services.random) else {
            throw .hidden(.internalError, "no random bytes")
        }
        return IssuedToken(
            text: token, url: page.prefix(for: owner.subject) + token, isEnrolled: true,
            record: RoundRecord(key: owner.idempotencyKey, subject: owner.subject, isWinnable: false))
    }
}
