/// A challenge token of `signed` mode, which the app takes to the authenticator. It travels sealed: the app, and whoever
/// reads its traffic, learn nothing from it.
package struct ChallengeToken: Equatable, Sendable {
    /// An email address as Cognito has it now.
    package struct Address: Equatable, Sendable {
        /// The address.
        package let text: String
        /// Whether Cognito counts it as verified.
        package let isVerified: Bool

        /// An address.
        package init(_ text: String, isVerified: Bool) {
            self.text = text
            self.isVerified = isVerified
        }
    }

    /// The header's `typ` (RFC 8725 section 3.11).
    static let type = "challenge+jwt"

    /// The scope of a sign-in's token: it allows listing authenticators, and never adding one to a user who already has
    /// some.
    package static let readScope = "read:authenticators"

    /// The id of the Cognito user pool. Issuer, audience and tenant contain it.
    package var userPoolID: String
    /// The user's Cognito `sub`; for a user whom Cognito does not know, a made-up one.
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
    /// The only address that the authenticator may send a code to; nil if there is none.
    package var email: Address?
    /// The user's language and region as Cognito has them, for mails; nil if they are not known.
    package var locale: String?
    /// Whether Cognito does not know the user. The authenticator serves the token like any other and sends nothing.
    package var isUserUnknown: Bool
    /// The AWS Region whose functions judge the answer, such as `eu-west-1`; nil if the token names none.
    package var region: String?

    /// A token of that content.
    package init(
        userPoolID: String, subject: String, issuedAt: Int64, expiresAt: Int64, scope: String = Self.readScope,
        actionCode: String, idempotencyKey: String, username: String, email: Address?, locale: String? = nil,
        isUserUnknown: Bool = false, region: String? = nil
    ) {
        self.userPoolID = userPoolID
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.scope = scope
        self.actionCode = actionCode
        self.idempotencyKey = idempotencyKey
        self.username = username
        self.email = email
        self.locale = locale
        self.isUserUnknown = isUserUnknown
        self.region = region
    }
}
