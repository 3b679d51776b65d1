internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
private import Primitives
internal import SignInTokens

/// The actions for which a user may prove something (`AUTHSIGNAL_ACTION`, `AUTHSIGNAL_PASSKEY_ACTION`).
struct ActionCodes: Equatable {
    /// The code of the action for a sign-in.
    let signIn: String
    /// The code of a second action for which a passkey may be proven; the same if there is none.
    let passkey: String

    private static let variables = (signIn: "AUTHSIGNAL_ACTION", passkey: "AUTHSIGNAL_PASSKEY_ACTION")

    init(signIn: String, passkey: String) { (self.signIn, self.passkey) = (signIn, passkey) }

    init(_ settings: Settings) throws(FunctionError) {
        func code(_ name: String, default code: String) throws(FunctionError) -> String {
            guard let text = settings.text(name) else { return code }
            guard ActionCode.isValid(text) else {
                throw .configuration(name, "must be 1 to 64 letters, digits, hyphens or underscores")
            }
            return text
        }
        signIn = try code(Self.variables.signIn, default: "cognitoAuth")
        passkey = try code(Self.variables.passkey, default: signIn)
    }

    /// Refuses codes that another function uses: what is proven for that action is not a sign-in.
    func requireOther(than code: String) throws(FunctionError) {
        for (name, used) in [(Self.variables.signIn, signIn), (Self.variables.passkey, passkey)] where used == code {
            throw .configuration(name, "must not be \(code), which is for adding authenticators")
        }
    }
}

/// The settings of `authsignal` mode.
struct AuthsignalSettings {
    /// Who enrols a user's first authenticator (`FIRST_ENROLMENT`).
    enum FirstEnrolment: String, CaseIterable {
        /// This function, with the address that Cognito has.
        case server
        /// Whoever holds the token first.
        case client
        /// Nobody: a user without an authenticator gets a round that cannot be won.
        case deny
    }

    /// `AUTHSIGNAL_URL`: Authsignal's server API in the tenant's region.
    let url: BaseURL
    /// `AUTHSIGNAL_SECRET`.
    let secret: RotatingSecret<String>
    let actions: ActionCodes
    let firstEnrolment: FirstEnrolment
    /// `MINIMUM_RESPONSE_TIME`, in milliseconds.
    let minimumResponseTime: Int64

    init(_ services: Services, _ log: Log) throws(FunctionError) {
        let settings = services.settings
        let variable = "AUTHSIGNAL_URL"
        guard let url = BaseURL(settings.text(variable) ?? "https://api.authsignal.com/v1") else {
            throw .configuration(variable, "must be an https URL; plain http only to this machine")
        }
        self.url = url
        secret = try services.rotatingSecret("AUTHSIGNAL_SECRET", log)
        actions = try ActionCodes(settings)
        minimumResponseTime = try settings.minimumResponseTime()
        firstEnrolment = try settings.choice("FIRST_ENROLMENT", default: .server)
        if firstEnrolment == .client {
            log(.warn, "FIRST_ENROLMENT=client: anybody can take over an account that has no authenticator yet")
        }
    }
}

/// The settings of `signed` mode.
struct SignedTokenSettings {
    /// `TOKEN_SIGNING_KEY`, `TOKEN_SIGNING_KEY_PREVIOUS`.
    let keys: RotatingSecret<SignInKeys>
    /// `TOKEN_LIFETIME`, in seconds.
    let lifetime: Int64
    let actions: ActionCodes

    /// - Parameter opens: whether the function reads tokens, too; otherwise it needs the current key alone.
    init(_ services: Services, opens: Bool, _ log: Log) throws(FunctionError) {
        actions = try ActionCodes(services.settings)
        lifetime = try services.settings.tokenLifetime()
        keys = try services.replaceableKey(
            "TOKEN_SIGNING_KEY", previous: "TOKEN_SIGNING_KEY_PREVIOUS", readsPrevious: opens, log
        ) { (key) throws(FunctionError) in
            do { return try SignInKeys(current: key.current, previous: key.previous) } catch {
                throw .hidden(.internalError, "no keys could be derived from TOKEN_SIGNING_KEY")
            }
        }
    }
}

/// What ties an ID token to its round (`ID_TOKEN_NONCE`).
enum IDTokenNonce: String, CaseIterable {
    /// A nonce that Create hands out and that the app sends to the issuer.
    case required
    /// Only its age, for ways of signing in at the issuer that take no nonce.
    case age
}

/// The user attribute that ties a Cognito user to a user at the issuer (`OIDC_SUBJECT_ATTRIBUTE`): it holds
/// `<issuer>|<sub>`. The pool must define it as immutable, and PreSignUp guards who may set it.
struct SubjectAttribute: Equatable {
    let name: String

    private static let prefix = "custom:"

    init(_ settings: Settings) throws(FunctionError) {
        let variable = "OIDC_SUBJECT_ATTRIBUTE"
        let name = settings.text(variable) ?? "custom:oidc_subject"
        // Cognito's own limit for names is 20 characters.
        guard name.hasPrefix(Self.prefix), 1...20 ~= name.utf8.count - Self.prefix.utf8.count,
            name.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            throw .configuration(
                variable, "must be a custom attribute with a name of 1 to 20 characters after its prefix")
        }
        self.name = name
    }
}

/// The settings of `oidc` mode.
struct OpenIDSettings {
    /// `OIDC_ISSUER`.
    let issuer: Issuer
    /// `OIDC_AUDIENCES`.
    let audiences: [String]
    /// `OIDC_JWKS_URL`; nil if the issuer's description names the address.
    let keySetURL: KeySetURL?
    let nonce: IDTokenNonce
    let attribute: SubjectAttribute

    init(_ settings: Settings) throws(FunctionError) {
        nonce = try settings.choice("ID_TOKEN_NONCE", default: .required)
        attribute = try SubjectAttribute(settings)
        let issuerVariable = "OIDC_ISSUER"
        guard let text = settings.text(issuerVariable) else { throw .configuration(issuerVariable, "must be set") }
        guard let issuer = Issuer(text) else {
            throw .configuration(
                issuerVariable, "must be an https URL without query or vertical bar; plain http only to this machine")
        }
        self.issuer = issuer
        let audiencesVariable = "OIDC_AUDIENCES"
        guard let audiences = try settings.list(audiencesVariable) else {
            throw .configuration(audiencesVariable, "must be set")
        }
        self.audiences = audiences
        let keysVariable = "OIDC_JWKS_URL"
        keySetURL = settings.text(keysVariable).flatMap(KeySetURL.init)
        guard keySetURL != nil || settings.text(keysVariable) == nil else {
            throw .configuration(keysVariable, "must be an https URL; plain http only to this machine")
        }
    }
}
