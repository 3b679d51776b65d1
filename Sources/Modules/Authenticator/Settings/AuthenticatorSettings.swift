package import WebAuthn

/// What the service is told.
package struct AuthenticatorSettings: Sendable {
    /// The tenants served, which no two ids or secrets may share.
    package var tenants: [Tenant]
    /// The relying party of all passkeys.
    package var relyingParty: RelyingParty
    /// Apple's app ids, `TEAM.bundle`, that may use the passkeys.
    package var appleAppIDs: [String]
    /// The Android apps that may use the passkeys.
    package var androidApps: [AndroidApp]
    /// How one-time codes end.
    package var codes: CodePolicy
    /// How often codes are sent and answered.
    package var limits: RateLimits
    /// How long a token lives, in seconds.
    package var tokenLifetime: Int64
    /// The service's own base URL, `/v1` included, for the `url` of a tracked action.
    package var baseURL: String
    /// The most of everything that anybody can make the service remember: codes, challenges, actions, limits.
    package var capacity: Int

    /// Settings.
    package init(
        tenants: [Tenant], relyingParty: RelyingParty, appleAppIDs: [String] = [], androidApps: [AndroidApp] = [],
        codes: CodePolicy = CodePolicy(), limits: RateLimits = RateLimits(), tokenLifetime: Int64 = 600,
        baseURL: String = "http://localhost/v1", capacity: Int = 10_000
    ) {
        self.tenants = tenants
        self.relyingParty = relyingParty
        self.appleAppIDs = appleAppIDs
        self.androidApps = androidApps
        self.codes = codes
        self.limits = limits
        self.tokenLifetime = tokenLifetime
        self.baseURL = baseURL
        self.capacity = capacity
    }
}

/// Why the service cannot be set up as asked.
package enum AuthenticatorSettingsError: Error, Equatable, Sendable {
    /// There is no tenant, or two have the same id or key.
    case tenants
    /// A tenant's secret or key is shorter than 32 bytes.
    case secretTooShort(tenantID: String)
    /// A limit, a lifetime or a capacity is not positive.
    case notPositive
    /// There were no random bytes.
    case randomUnavailable
}
