internal import AuditLog
internal import EmailCodes
internal import OpenSSLCrypto
internal import Passkeys
internal import Primitives

/// One request while it is being answered. Extensions in the folders handle the routes.
struct RequestHandler {
    let authenticator: AuthenticatorAPI
    /// The request, for the storage.
    let attempt: Attempt
    /// When the request came, in milliseconds since 1970.
    let milliseconds: Int64
    /// The address that the request came from, as the front door saw it; nil if it is not known.
    let sourceIP: String?
    /// The pool that mobile SDKs name in every request; nil without that header.
    let namedPoolID: String?

    /// Takes reports for the operator that the caller must not see.
    let report: (AuthenticatorReport) -> Void
    /// Takes decisions for the audit log.
    let decided: (AccountDecision) -> Void

    init(
        _ request: APIRequest, authenticator: AuthenticatorAPI, report: @escaping (AuthenticatorReport) -> Void,
        decided: @escaping (AccountDecision) -> Void = { _ in }
    ) {
        self.report = report
        self.decided = decided
        self.authenticator = authenticator
        let milliseconds = authenticator.now()
        // A repeated request has the same id and body. The attempt includes the body, in case a front door gives two
        // requests one id.
        let digest = SHA256.digest(of: Array(request.id.utf8) + [0] + request.body)
        attempt = Attempt(id: Base64URL.encode(digest), time: milliseconds / 1_000)
        self.milliseconds = milliseconds
        sourceIP = request.sourceIP
        namedPoolID = request.headers["x-authsignal-tenant-id"]
    }

    var settings: AuthenticatorSettings { authenticator.settings }
    var pool: ServedPool { settings.pool }
    var storage: any AuthenticatorStorage { authenticator.storage }
    var codes: OneTimeCodes { authenticator.codes }
    var codeStorage: any CodeStorage { authenticator.codeStorage }
    var mails: any AuthenticatorMails { authenticator.mails }
    /// When the request came, in seconds since 1970.
    var now: Int64 { attempt.time }
}

extension RequestHandler {
    /// Calls the handler for a request's method and path.
    func route(_ request: APIRequest) throws(APIError) -> APIResponse {
        let target = try RequestTarget(request.target)
        let path = target.segments
        if path.first == ".well-known" { return try wellKnown(request.method, path) }
        guard path.starts(with: ["v1", "client"]) else { throw .noSuchPath }
        return try answerApp(request, at: Array(path.dropFirst(2)), target)
    }

    /// The API that apps call.
    private func answerApp(
        _ request: APIRequest, at path: [String], _ target: RequestTarget
    ) throws(APIError) -> APIResponse {
        let body = try RequestBody(request.body)
        let credentials: () throws(APIError) -> Credentials = { () throws(APIError) in
            try Credentials(request.headers)
        }
        switch (request.method, path) {
        case ("POST", ["user-authenticators", "email-otp"]):
            return try enrolEmail(bearer(credentials()), body)
        case ("POST", ["challenge", "email-otp"]):
            return try challengeEmail(bearer(credentials()), body)
        case ("POST", ["verify", "email-otp"]):
            return try verifyEmail(bearer(credentials()), body)
        case ("POST", ["challenge"]):
            try checkPool(namedIn: credentials())
            return try startAction(body)
        case ("POST", ["passkey", "options"]):
            try checkPool(namedIn: credentials())
            return try passkeyOptions(body)
        case ("POST", ["user-authenticators", "passkey", "registration-options"]):
            return try registrationOptions(bearer(credentials()), body)
        case ("POST", ["user-authenticators", "passkey"]):
            return try addPasskey(bearer(credentials()), body)
        case ("POST", ["user-authenticators", "passkey", "authentication-options"]):
            return try authenticationOptions(caller(credentials()), body)
        case ("POST", ["verify", "passkey"]):
            return try verifyPasskey(caller(credentials()), body)
        case ("GET", ["user-authenticators", "passkey"]):
            try checkPool(namedIn: credentials())
            return try lookUpPasskey(target)
        case ("GET", ["user-authenticators"]):
            return try listForClient(bearer(credentials()))
        case ("PATCH", _) where path.count == 2 && path[0] == "user-authenticators":
            return try renameForClient(path[1], bearer(credentials()), body)
        case ("DELETE", _) where path.count == 2 && path[0] == "user-authenticators":
            return try removeForClient(path[1], bearer(credentials()))
        default:
            throw .noSuchPath
        }
    }

    /// Seals contents that travel through an app.
    func seal(_ contents: [UInt8], for purpose: Sealer.Purpose) throws(APIError) -> Sealer.Sealed {
        do { return try pool.sealer.seal(contents, for: purpose) } catch { throw .unexpected }
    }

    /// Notes a decision about an authenticator for the audit log.
    func audit(_ kind: AuditLine.Kind, _ authenticator: StoredAuthenticator, of user: UserID) {
        decided(AccountDecision(kind, .user(user.id), authenticator.passkey == nil ? .emailOTP : .passkey))
    }
}
