package import WebAuthn

/// The service's settings.
package struct AuthenticatorSettings: Sendable {
    /// The tenants. No two may share an id or a secret.
    package var tenants: [Tenant]
    /// The relying party of all passkeys.
    package var relyingParty: RelyingParty
    /// The Apple app ids, `TEAM.bundle`, that may use the passkeys.
    package var appleAppIDs: [String]
    /// The Android apps that may use the passkeys.
    package var androidApps: [AndroidApp]
    /// The origins of other domains that may use the passkeys.
    package var relatedOrigins: [Origin] = []
    /// The kinds of authenticators that people are likely to use, the likeliest first, for the browser's dialog.
    package var hints: [PublicKeyCredentialHint] = []
    /// What becomes of a use of a passkey whose sign count is not higher than before.
    package var signCounts = SignCountPolicy.report
    /// Whether a user who has or ever had a passkey needs a passkey to add another one. An emailed code is then not
    /// enough (NIST SP 800-63B-4 section 3.1.3.1 counts it as no out-of-band authenticator).
    package var demandsAAL2 = false
    /// The AWS Region in which the service runs; nil outside AWS. A ceremony that began in another Region does not end
    /// here, because only that Region knows whether its challenge has been used.
    package var region: String?
    /// Whether the service also runs in other Regions, whose changes of users arrive late.
    package var runsInSeveralRegions = false
    /// How long a token is valid, in seconds.
    package var tokenLifetime: Int64
    /// The service's base URL, including `/v1`, for the `url` of a tracked action.
    package var baseURL: String

    /// Settings.
    package init(
        tenants: [Tenant], relyingParty: RelyingParty, appleAppIDs: [String] = [], androidApps: [AndroidApp] = [],
        tokenLifetime: Int64 = 600,
        baseURL: String = "http://localhost/v1"
    ) {
        self.tenants = tenants
        self.relyingParty = relyingParty
        self.appleAppIDs = appleAppIDs
        self.androidApps = androidApps
        self.tokenLifetime = tokenLifetime
        self.baseURL = baseURL
    }
}

/// Why the settings are invalid.
package enum AuthenticatorSettingsError: Error, Equatable, Sendable {
    /// There is no tenant, or two have the same id or key.
    case tenants
    /// A tenant's secret or key is shorter than 32 bytes.
    case secretTooShort(tenantID: String)
    /// A lifetime is not positive.
    case notPositive
}
