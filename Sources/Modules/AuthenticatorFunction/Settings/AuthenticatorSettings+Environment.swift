internal import AuthenticatorService
internal import FunctionServices
internal import LambdaRuntime
internal import WebAuthn

extension AuthenticatorSettings {
    /// The settings of a function.
    init(_ services: Services) throws(FunctionError) {
        let settings = services.settings
        self.init(
            tenants: try services.tenants(), relyingParty: try settings.relyingParty(),
            appleAppIDs: try settings.list("APPLE_APP_IDS") ?? [],
            androidApps: try settings.androidApps(),
            tokenLifetime: try settings.integer("TOKEN_LIFETIME", in: 60...3_600, default: 600),
            baseURL: settings.text("AUTHENTICATOR_URL") ?? "https://localhost/v1")
        relatedOrigins = try settings.relatedOrigins()
        signCounts = try settings.choice("SIGN_COUNT", default: .report)
        if settings.text("ASSURANCE") != nil {
            demandsAAL2 = try settings.choice("ASSURANCE", default: AssuranceLevel.aal2) == .aal2
        }
        do { try check() } catch {
            throw .configuration("TOKEN_SIGNING_KEY or AUTHENTICATOR_SECRET", "is not usable: \(error)")
        }
    }
}

extension Services {
    /// Whom the function serves: the user pool whose functions seal tokens, and callers of the server API where it has
    /// a secret.
    fileprivate func tenants() throws(FunctionError) -> [Tenant] {
        var tenants: [Tenant] = []
        if let key = try secret("TOKEN_SIGNING_KEY") {
            guard let userPoolID = settings.text("USER_POOL_ID") else {
                throw .configuration("USER_POOL_ID", "must be the id of the user pool")
            }
            let previous = try secret("TOKEN_SIGNING_KEY_PREVIOUS")
            tenants.append(
                .signed(userPoolID: userPoolID, key: Array(key.utf8), previousKey: previous.map { Array($0.utf8) }))
        }
        if let secret = try secret("AUTHENTICATOR_SECRET") {
            guard let id = settings.text("AUTHENTICATOR_TENANT_ID") else {
                throw .configuration("AUTHENTICATOR_TENANT_ID", "must be set: the server API has a secret")
            }
            tenants.append(.authsignal(id: id, secret: secret))
        }
        guard !tenants.isEmpty else {
            throw .configuration("TOKEN_SIGNING_KEY", "or TOKEN_SIGNING_KEY_ARN must be set")
        }
        return tenants
    }
}

/// What a sign-in must be worth (`ASSURANCE`).
private enum AssuranceLevel: String, CaseIterable {
    /// Authentication assurance level 2 of NIST SP 800-63B-4: only a passkey that has verified its user.
    case aal2
}
