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

/// An Android app that may use the relying party's passkeys.
package struct AndroidApp: Sendable, Equatable {
    /// The app's package name.
    package let packageName: String
    /// The SHA-256 of each certificate that signs the app: pairs of hexadecimal digits separated by colons.
    package let fingerprints: [String]

    /// An app.
    package init(packageName: String, fingerprints: [String]) {
        self.packageName = packageName
        self.fingerprints = fingerprints
    }
}

/// What follows from a sign count that did not grow (WebAuthn section 6.1.1).
package enum SignCountPolicy: String, Sendable, CaseIterable {
    /// The result says that the credential may have been copied. The count is evidence and no verdict: two honest uses
    /// can arrive in the other order, and authenticators have been reset.
    case report
    /// The ceremony fails.
    case refuse
}
