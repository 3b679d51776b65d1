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
    /// How long one-time codes are valid and how often they may be guessed.
    package var codes: CodePolicy
    /// How often codes may be sent and answered.
    package var limits: RateLimits
    /// How long a token is valid, in seconds.
    package var tokenLifetime: Int64
    /// The service's base URL, including `/v1`, for the `url` of a tracked action.
    package var baseURL: String
    /// The most codes, the most challenges, the most actions and the most users with rate limits that the service
    /// holds at once. It bounds the memory that callers can make the service use.
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

/// Why the settings are invalid.
package enum AuthenticatorSettingsError: Error, Equatable, Sendable {
    /// There is no tenant, or two have the same id or key.
    case tenants
    /// A tenant's secret or key is shorter than 32 bytes.
    case secretTooShort(tenantID: String)
    /// A limit, a lifetime or a capacity is not positive.
    case notPositive
    /// No random bytes were available.
    case randomUnavailable
}
