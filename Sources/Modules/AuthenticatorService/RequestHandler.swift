internal import EmailCodes
internal import OpenSSLCrypto
internal import Primitives

/// One request while it is being answered. Extensions in the folders handle the routes.
struct RequestHandler {
    let authenticator: Authenticator
    /// The request, as storage knows it.
    let attempt: Attempt
    /// When the request came, in milliseconds since 1970.
    let milliseconds: Int64
    /// The address that the request came from, as the front door saw it; nil if it is not known.
    let sourceIP: String?
    /// The tenant that mobile SDKs name in every request, also with a token; nil if the request has no such header.
    let namedTenantID: String?

    /// Tells the operator what the caller must not learn.
    let report: (AuthenticatorReport) -> Void
    /// Takes decisions for the audit log.
    let decided: (AccountDecision) -> Void

    init(
        _ request: APIRequest, authenticator: Authenticator, report: @escaping (AuthenticatorReport) -> Void,
        decided: @escaping (AccountDecision) -> Void = { _ in }
    ) {
        self.report = report
        self.decided = decided
        self.authenticator = authenticator
        let milliseconds = authenticator.now()
        // The same request delivered again has the same id and the same body. The body is part of the attempt, so that
        // a front door which gave two requests one id would do no harm.
        let digest = SHA256.digest(of: Array(request.id.utf8) + [0] + request.body)
        attempt = Attempt(id: Base64URL.encode(digest), time: milliseconds / 1_000)
        self.milliseconds = milliseconds
        sourceIP = request.sourceIP
        namedTenantID = request.headers["x-authsignal-tenant-id"]
    }

    var settings: AuthenticatorSettings { authenticator.settings }
    var tenants: [ServedTenant] { authenticator.tenants }
    var storage: any AuthenticatorStorage { authenticator.storage }
    var codes: OneTimeCodes { authenticator.codes }
    var codeStorage: any CodeStorage { authenticator.codeStorage }
    var mails: any AuthenticatorMails { authenticator.mails }
    var rules: AuthenticatorRules { authenticator.rules }
    /// When the request came, in seconds since 1970.
    var now: Int64 { attempt.time }
}
