package import Primitives

/// The content of a token of `signed` mode, in the form of Authsignal's tokens. The app takes a challenge token to the
/// authenticator and brings back a result token.
package struct SignInToken: Equatable, Sendable {
    /// The kind of token, which is its header's `typ` (RFC 8725 section 3.11). One kind is never accepted as the other.
    package enum Kind: String, Sendable {
        case challenge = "challenge+jwt"
        case result = "result+jwt"
    }

    /// What a result token adds.
    package struct Proof: Equatable, Sendable {
        /// How the user proved who they are.
        package let method: VerificationMethod
        /// The state of the action; only `CHALLENGE_SUCCEEDED` is a success.
        package let state: ActionState

        /// A proof by that method.
        package init(method: VerificationMethod, state: ActionState = .challengeSucceeded) {
            self.method = method
            self.state = state
        }
    }

    /// The id of the Cognito user pool. Issuer, audience and tenant contain it.
    package var userPoolID: String
    /// The user's Cognito `sub`, or a phantom subject.
    package var subject: String
    /// Seconds since 1970.
    package var issuedAt: Int64
    /// Seconds since 1970.
    package var expiresAt: Int64
    /// What the bearer may do at the authenticator, separated by spaces.
    package var scope: String
    /// The code of the action that the user must prove.
    package var actionCode: String
    /// The key of this one round of a sign-in.
    package var idempotencyKey: String
    /// The pool's name for the user.
    package var username: String
    /// The only address that the authenticator may enrol first; see `EmailDigest`.
    package var emailDigest: String
    /// What was proven; nil in a challenge token.
    package var proof: Proof?

    /// A token of that content.
    package init(
        userPoolID: String, subject: String, issuedAt: Int64, expiresAt: Int64, scope: String = Self.readScope,
        actionCode: String, idempotencyKey: String, username: String, emailDigest: String, proof: Proof? = nil
    ) {
        self.userPoolID = userPoolID
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.scope = scope
        self.actionCode = actionCode
        self.idempotencyKey = idempotencyKey
        self.username = username
        self.emailDigest = emailDigest
        self.proof = proof
    }

    /// The scope of every challenge token: it allows listing authenticators, and never adding one to a user who already
    /// has some.
    package static let readScope = "read:authenticators"

    /// Which kind of token this is.
    package var kind: Kind { proof == nil ? .challenge : .result }

    /// The issuer and the audience of a pool's tokens.
    static func issuer(_ userPoolID: String) -> String { "urn:cognito-passkeys:\(userPoolID)" }
}
