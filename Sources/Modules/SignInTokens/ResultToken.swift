package import Primitives

/// A result token of `signed` mode, with which the authenticator says what a user has proven. The app brings it to
/// Cognito. It is signed and not sealed: its bearer has proven who they are.
package struct ResultToken: Equatable, Sendable {
    /// The header's `typ` (RFC 8725 section 3.11).
    static let type = "result+jwt"

    /// The id of the Cognito user pool. Issuer, audience and tenant contain it.
    package var userPoolID: String
    /// The user's Cognito `sub`.
    package var subject: String
    /// When the proof was made, in seconds since 1970.
    package var issuedAt: Int64
    /// Seconds since 1970.
    package var expiresAt: Int64
    /// What the bearer may do at the authenticator, separated by spaces.
    package var scope: String
    /// The code of the action that was proven.
    package var actionCode: String
    /// The key of the round that was proven.
    package var idempotencyKey: String
    /// The pool's name for the user.
    package var username: String
    /// How the user proved who they are.
    package var method: VerificationMethod
    /// The state of the action; only `CHALLENGE_SUCCEEDED` is a success.
    package var state: ActionState
    /// The digest of the address that a code was sent to, see `SignInKeys.emailDigest(of:)`; nil for other methods.
    package var emailDigest: String?
    /// The authenticator's id for the passkey or the mailbox that was proven, with which it tells whether the user still
    /// has it; nil if another service made the token.
    package var authenticatorID: String?
    /// What a passkey's proof says besides.
    package var assurance: Assurance
    /// The AWS Region whose functions may accept the token, such as `eu-west-1`: a proof that has been used is remembered
    /// only there. Nil if the token names none.
    package var region: String?

    /// A token of that content.
    package init(
        userPoolID: String, subject: String, issuedAt: Int64, expiresAt: Int64, scope: String, actionCode: String,
        idempotencyKey: String, username: String, method: VerificationMethod, state: ActionState = .challengeSucceeded,
        emailDigest: String? = nil, authenticatorID: String? = nil, assurance: Assurance = Assurance(),
        region: String? = nil
    ) {
        self.userPoolID = userPoolID
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.scope = scope
        self.actionCode = actionCode
        self.idempotencyKey = idempotencyKey
        self.username = username
        self.method = method
        self.state = state
        self.emailDigest = emailDigest
        self.authenticatorID = authenticatorID
        self.assurance = assurance
        self.region = region
    }
}
