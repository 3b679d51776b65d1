internal import OpenSSLCrypto
internal import Primitives

/// One request while it is being answered. Extensions in the folders handle the routes.
struct RequestHandler {
    let authenticator: Authenticator
    /// The request, as storage knows it.
    let attempt: Attempt
    /// The address that the request came from, as the front door saw it; nil if it is not known.
    let sourceIP: String?

    /// Tells the operator what the caller must not learn.
    let report: (AuthenticatorReport) -> Void

    init(
        _ request: APIRequest, authenticator: Authenticator, report: @escaping (AuthenticatorReport) -> Void
    ) {
        self.report = report
        self.authenticator = authenticator
        // The same request delivered again has the same id and the same body. The body is part of the attempt, so that
        // a front door which gave two requests one id would do no harm.
        let digest = SHA256.digest(of: Array(request.id.utf8) + [0] + request.body)
        attempt = Attempt(id: Base64URL.encode(digest), time: authenticator.now())
        sourceIP = request.sourceIP
    }

    var settings: AuthenticatorSettings { authenticator.settings }
    var tenants: [ServedTenant] { authenticator.tenants }
    var storage: any AuthenticatorStorage { authenticator.storage }
    var codes: MemoryCodes { authenticator.codes }
    var codeSender: any OneTimeCodeSender { authenticator.codeSender }
    var rules: AuthenticatorRules { authenticator.rules }
    /// When the request came, in seconds since 1970.
    var now: Int64 { attempt.time }
}
