package import Passkeys
package import WebAuthn

/// The service's settings.
package struct AuthenticatorSettings: Sendable {
    /// The user pool whose users are authenticated.
    package var pool: ServedPool
    /// The relying party of all passkeys.
    package var relyingParty: RelyingParty
    /// The Apple app ids, `TEAM.bundle`, that may use the passkeys.
    package var appleAppIDs: [String]
    /// The Android apps that may use the passkeys.
    package var androidApps: [AndroidApp]
    /// The origins of other domains that may use the passkeys.
    package var relatedOrigins: [Origin] = []
    /// The page on which users create a passkey, an https URL; nil if password managers are to know none.
    package var enrollPage: String?
    /// The page on which users manage their passkeys, an https URL; nil if password managers are to know none.
    package var managePage: String?
    /// The kinds of authenticators that people are likely to use, the likeliest first, for the browser's dialog.
    package var hints: [PublicKeyCredentialHint] = []
    /// What follows from a passkey's sign count that is not higher than before.
    package var signCounts = SignCountPolicy.report
    /// Whether a user who has or ever had a passkey needs a passkey to add another one. An emailed code is then not
    /// enough (NIST SP 800-63B-4 section 3.1.3.1 counts it as no out-of-band authenticator).
    package var demandsAAL2 = false
    /// How long a token is valid, in seconds.
    package var tokenLifetime: Int64
    /// How old a passkey's assertion may be when Verify takes it as an answer, in seconds from the options.
    package var maximumProofAge: Int64 = 300

    /// Settings.
    package init(
        pool: ServedPool, relyingParty: RelyingParty, appleAppIDs: [String] = [], androidApps: [AndroidApp] = [],
        tokenLifetime: Int64 = 600
    ) {
        self.pool = pool
        self.relyingParty = relyingParty
        self.appleAppIDs = appleAppIDs
        self.androidApps = androidApps
        self.tokenLifetime = tokenLifetime
    }
}
