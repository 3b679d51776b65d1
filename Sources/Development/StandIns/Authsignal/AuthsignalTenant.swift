package import AuthenticatorService
internal import EmailCodes
internal import JOSE
internal import LambdaRuntime
internal import OpenSSLCrypto
internal import Passkeys
internal import Primitives
internal import SignInTokens
internal import WebAuthn

/// A tenant at Authsignal, with its Server API and its Client API.
///
/// The authenticator's service answers the Client API, for a user pool of the tenant's id: a token in Authsignal's form
/// is exchanged for a challenge token of the pool on the way in, and the pool's result token for one in Authsignal's
/// form on the way out. What only Authsignal knows, the tracked actions and the profiles, is kept here.
package struct AuthsignalTenant {
    /// What the tenant knows about a user besides authenticators.
    struct Profile {
        var email: String?
        var username: String?
        var displayName: String?
    }

    /// An action that an app started before its user was known.
    struct StartedAction {
        let code: String
        let key: String
        let expiration: Int64
        /// Who has proven it, and how.
        var proof: (userID: String, method: String)?
    }

    let id: String
    let secret: String
    /// The base URL of links.
    let address: String
    let service: AuthenticatorAPI
    let storage: any AuthenticatorStorage
    let keys: SignInKeys
    let milliseconds: @Sendable () -> Int64
    /// The tenant's rules for single answers.
    package var rules = AuthsignalRules()

    var actions: [ActionID: TrackedAction] = [:]
    var profiles: [String: Profile] = [:]
    /// By the id that the app got.
    var startedActions: [String: StartedAction] = [:]
    /// The started action that a ceremony is for, by the ceremony's id.
    var ceremonies: [String: String] = [:]
    /// The addresses that codes were mailed to.
    var pendingAddresses: [ActionID: String] = [:]
    /// The challenge tokens of ceremonies, by the tokens they were exchanged for: a ceremony ends with the token with
    /// which it began.
    var exchangedTokens: [String: (token: String, expiration: Int64)] = [:]

    /// How long a token is valid, in seconds.
    static let tokenLifetime: Int64 = 600

    /// A tenant whose users' authenticators are kept in tables.
    ///
    /// - Parameters:
    ///   - secret: at least 32 bytes.
    ///   - sender: whom mails come from.
    ///   - users: the name of the table of users.
    ///   - state: the name of the table of used challenges.
    ///   - change: changes the settings of the authenticator.
    ///   - onMail: receives each mail that is sent.
    ///   - milliseconds: returns the time since 1970.
    /// - Throws: `StandInError`.
    package init(
        id: String, secret: String, address: String, sender: String = "Authsignal <no-reply@authsignal.test>",
        tables: TableStandIn, users: String, state: String,
        change: (inout AuthenticatorSettings) -> Void = { _ in }, onMail: @escaping @Sendable (SentMail) -> Void,
        now milliseconds: @escaping @Sendable () -> Int64
    ) throws(StandInError) {
        let key = Array(secret.utf8)
        do {
            keys = try SignInKeys(current: key)
            var settings = AuthenticatorSettings(
                pool: try ServedPool(id: id, key: key),
                relyingParty: try RelyingParty(
                    id: "localhost", name: "Stand-in", origins: [try Origin("http://localhost")]),
                tokenLifetime: Self.tokenLifetime)
            change(&settings)
            let aws = InProcessAWS(tables, onMail: onMail)
            storage = aws.storage(users: users, state: state)
            service = AuthenticatorAPI(
                settings, storage: storage,
                codes: OneTimeCodes(CodeRules(lifetime: 600, mailsPerHour: 3_600), CodeKeys(codes: key)),
                codeStorage: MemoryCodeStorage(),
                mails: try aws.mails(from: sender, now: milliseconds),
                now: milliseconds)
        } catch { throw .invalidSettings("\(error)") }
        self.id = id
        self.secret = secret
        self.address = address
        self.milliseconds = milliseconds
    }

    /// Answers a request to `/v1`, or for a file that associates apps with the domain.
    package mutating func answer(_ request: APIRequest) -> APIResponse {
        do throws(APIError) {
            let target = try RequestTarget(request.target)
            guard target.segments.first == "v1", target.segments.count > 1 else { return service.answer(request) }
            let body = try RequestBody(request.body)
            let path = Array(target.segments.dropFirst())
            return path[0] == "client"
                ? try answerApp(request, Array(path.dropFirst()), body)
                : try answerServer(request, path, target, body)
        } catch { return error.response }
    }

    /// Seconds since 1970.
    var now: Int64 { milliseconds() / 1_000 }

    func user(_ userID: String) -> UserID { UserID(tenantID: id, id: userID) }

    /// The stored user; nil if they have enrolled nothing.
    func stored(_ userID: String) throws(APIError) -> StoredUser? {
        do throws(StorageError) { return try storage.user(user(userID)) } catch { throw .unavailable }
    }

    /// Signs a token of this tenant.
    func token(
        of userID: String, scope: String, action: ActionID?, username: String? = nil, at time: Int64? = nil,
        lifetime: Int64 = tokenLifetime
    ) throws(APIError) -> String {
        do throws(JOSEError) {
            return try AuthsignalToken.signed(
                secret, user: user(userID), scope: scope, action: action,
                username: profiles[userID]?.username ?? username, at: time ?? now, lifetime: lifetime)
        } catch { throw .unexpected }
    }

    /// Puts an action into a state as if its user had reached it, and returns the token that the app would then hold.
    mutating func stage(_ action: TrackedAction, as id: ActionID, lifetime: Int64) throws(APIError) -> String {
        actions[id] = action
        let scope = action.state == .challengeSucceeded ? AuthsignalToken.allScopes : AuthsignalToken.readScope
        return try token(of: id.user.id, scope: scope, action: id, at: action.stateUpdatedAt, lifetime: lifetime)
    }
}
