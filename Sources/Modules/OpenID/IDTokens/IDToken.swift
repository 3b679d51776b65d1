/// An ID token that a provider has issued for one of our audiences (OpenID Connect Core 1.0 section 2).
package struct IDToken: Equatable, Sendable {
    /// Who issued it.
    package let issuer: String
    /// The user's id at the issuer.
    package let subject: String
    /// When it was issued, in seconds since 1970.
    package let issuedAt: Int64
    /// When the user signed in at the issuer, in seconds since 1970 (`auth_time`); nil if the token does not say. A
    /// token from a refresh token keeps the time of the sign-in.
    package let signedInAt: Int64?
    /// What the app passed to the issuer when it asked for the token; nil if the token has none.
    package let nonce: String?
    /// The user's address if the issuer has verified it (`email_verified`, section 5.1); otherwise nil.
    package let verifiedEmail: String?
    /// Identifies this token: a digest of everything that is signed.
    package let identifier: String

    /// The user's id at the issuer together with the issuer, as a Cognito attribute holds it.
    package var qualifiedSubject: String { issuer + "|" + subject }
}
