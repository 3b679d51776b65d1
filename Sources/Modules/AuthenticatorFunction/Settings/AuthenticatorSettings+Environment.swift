internal import AuthenticatorService
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import WebAuthn

extension AuthenticatorSettings {
    /// The settings of a function.
    /// - Parameter deadline: when secrets must have been read again; nil at the function's start.
    init(_ services: Services, rereadBy deadline: Deadline? = nil) throws(FunctionError) {
        let settings = services.settings
        self.init(
            tenants: try services.tenants(rereadBy: deadline), relyingParty: try settings.relyingParty(),
            appleAppIDs: try settings.list("APPLE_APP_IDS") ?? [],
            androidApps: try settings.androidApps(),
            tokenLifetime: try settings.integer("TOKEN_LIFETIME", in: 60...3_600, default: 600),
            baseURL: settings.text("AUTHENTICATOR_URL") ?? "https://localhost/v1")
        relatedOrigins = try settings.relatedOrigins()
        hints = try settings.passkeyHints()
        signCounts = try settings.choice("SIGN_COUNT", default: .report)
        if settings.text("ASSURANCE") != nil {
            demandsAAL2 = try settings.choice("ASSURANCE", default: AssuranceLevel.aal2) == .aal2
        }
        region = settings.text("AWS_REGION")
        runsInSeveralRegions = try settings.flag("SEVERAL_REGIONS")
        do { try check() } catch {
            throw .configuration("TOKEN_SIGNING_KEY or AUTHENTICATOR_SECRET", "is not usable: \(error)")
        }
    }
}

/// What a sign-in must be worth (`ASSURANCE`).
private enum AssuranceLevel: String, CaseIterable {
    /// Authentication assurance level 2 of NIST SP 800-63B-4: only a passkey that has verified its user.
    case aal2
}
