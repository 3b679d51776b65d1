internal import FunctionServices
internal import LambdaRuntime
internal import OpenID
private import Primitives
internal import SignInRules
internal import TokenSources

/// What AddAuthenticator is configured with, read once when the function starts.
struct AddAuthenticatorSettings {
    /// Where the tokens for enrolling come from.
    enum Source {
        case authsignal(AuthsignalSettings)
        case signed(SignedTokenSettings)
    }

    /// `USER_POOL_ISSUER`.
    let pool: UserPoolIssuers
    /// `ALLOWED_CLIENT_IDS`. `*` is not enough: tokens of the pool's other apps must not be accepted here.
    let clients: Set<String>
    /// `MAX_SIGN_IN_AGE`: how long ago the sign-in may be, in seconds.
    let maximumSignInAge: Int64
    /// `TOKEN_MODE`, and the settings of the mode.
    let source: Source
    /// `AUDIT`, `AUDIT_KEY`; nil without an audit log.
    let digests: SubjectDigests?

    init(_ services: Services, _ log: Log) throws(FunctionError) {
        let settings = services.settings
        pool = try UserPoolIssuers(settings)
        guard case .listed(let clients) = try AllowedClients(settings) else {
            throw .configuration(AllowedClients.variable, "must name the app clients; * is not enough here")
        }
        self.clients = clients
        maximumSignInAge = try settings.integer("MAX_SIGN_IN_AGE", in: 60...600, default: 600)
        let mode = try TokenMode(settings)
        try ActionCodes(settings).requireOther(than: Enrolment.actionCode)
        switch mode {
        case .authsignal: source = .authsignal(try AuthsignalSettings(services, log))
        case .signed: source = .signed(try SignedTokenSettings(services, opens: false, log))
        case .oidc:
            throw .configuration(
                TokenMode.variable, "must be authsignal or signed: the issuer enrols its own passkeys")
        }
        digests = try SubjectDigests(services)
    }
}

/// The user pool whose access tokens are accepted, named by an issuer of its tokens (`USER_POOL_ISSUER`).
///
/// Amazon Cognito has two issuers for a pool (`IssuerConfiguration`): `https://cognito-idp.<region>.amazonaws.com/<pool
/// id>` and `https://issuer-cognito-idp.<region>.amazonaws.com/<pool id>`. The type can be changed while the pool is in
/// use, so whichever is named, tokens of both are accepted.
struct UserPoolIssuers {
    /// The issuers, beginning with the one that is named first.
    let issuers: [Issuer]
    /// The pool's id, the last part of each issuer.
    let id: String
    /// Where each of the issuers publishes the pool's keys.
    let keySetURLs: [KeySetURL]

    private static let variable = "USER_POOL_ISSUER"

    init(_ settings: Settings) throws(FunctionError) {
        guard let named = try settings.list(Self.variable) else { throw .configuration(Self.variable, "must be set") }
        var issuers: [Issuer] = []
        var urls: [KeySetURL] = []
        for text in named.flatMap({ [$0] + (Self.otherForm(of: $0).map { [$0] } ?? []) })
        where !issuers.contains(where: { $0.text == text }) {
            guard let issuer = Issuer(text), let url = KeySetURL(text + "/.well-known/jwks.json"),
                Self.isPoolID(Self.id(text).utf8)
            else {
                throw .configuration(
                    Self.variable, "must be an https URL that ends with the pool's id; plain http only to this machine")
            }
            issuers.append(issuer)
            urls.append(url)
        }
        id = Self.id(named[0])
        guard named.allSatisfy({ [id] in Self.id($0) == id }) else {
            throw .configuration(Self.variable, "must name issuers of one pool")
        }
        self.issuers = issuers
        keySetURLs = urls
    }

    /// What the pool's other issuer is called; nil if the host is not one of Amazon Cognito's.
    private static func otherForm(of issuer: String) -> String? {
        let (original, updated) = ("https://cognito-idp.", "https://issuer-cognito-idp.")
        if issuer.hasPrefix(original) { return updated + issuer.dropFirst(original.count) }
        return issuer.hasPrefix(updated) ? original + issuer.dropFirst(updated.count) : nil
    }

    private static func id(_ issuer: String) -> String {
        String(issuer.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    }

    /// A region, an underscore, letters and digits.
    private static func isPoolID(_ id: some Collection<UInt8>) -> Bool {
        let parts = id.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && parts.joined().allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
}
