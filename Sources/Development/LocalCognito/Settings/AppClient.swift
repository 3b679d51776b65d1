/// An app client of a pool, as `DescribeUserPoolClient` shows it.
package struct AppClient: Equatable, Sendable {
    /// A way to sign in that a client may allow (`ExplicitAuthFlows`).
    package enum Flow: String, CaseIterable, Sendable {
        case customAuth = "ALLOW_CUSTOM_AUTH"
        case refreshTokenAuth = "ALLOW_REFRESH_TOKEN_AUTH"
        case userSRPAuth = "ALLOW_USER_SRP_AUTH"
        case userPasswordAuth = "ALLOW_USER_PASSWORD_AUTH"
        case adminUserPasswordAuth = "ALLOW_ADMIN_USER_PASSWORD_AUTH"
        case userAuth = "ALLOW_USER_AUTH"

        /// Whether the flow signs users in without asking the triggers of custom authentication.
        package var bypassesTriggers: Bool { self != .customAuth && self != .refreshTokenAuth }
    }

    /// Whether the pool hides that a user does not exist (`PreventUserExistenceErrors`).
    package enum UserExistenceErrors: String, CaseIterable, Sendable {
        /// Hidden: the triggers run with `userNotFound`.
        case enabled = "ENABLED"
        /// Not hidden: the caller gets an error before any trigger runs.
        case legacy = "LEGACY"
    }

    /// The client's id.
    package var id: String
    /// The client's name.
    package var name = "app"
    /// The secret that `SECRET_HASH` is computed with; nil for a client without a secret.
    package var secret: String?
    /// The ways to sign in that the client allows.
    package var flows: Set<Flow> = [.customAuth, .refreshTokenAuth]
    /// Whether the pool hides that a user does not exist.
    package var userExistenceErrors = UserExistenceErrors.enabled
    /// How long a session lives after each round (`AuthSessionValidity`), in minutes from 3 to 15.
    package var sessionMinutes: Int64 = 10
    /// Whether tokens can be revoked (`EnableTokenRevocation`).
    package var revokesTokens = true
    /// The attributes an app may read; nil for all.
    package var readAttributes: [String]? = ["email", "email_verified"]
    /// The attributes an app may write; nil for all.
    package var writeAttributes: [String]? = ["email"]
    /// How long an access token lives, in seconds.
    package var accessTokenLifetime: Int64 = 3600
    /// How long an ID token lives, in seconds.
    package var idTokenLifetime: Int64 = 3600
    /// How long a refresh token lives, in seconds.
    package var refreshTokenLifetime: Int64 = 30 * 24 * 3600

    /// How long a refresh token stays valid after it was exchanged for a new one, in seconds; nil if refresh tokens are
    /// not rotated (`RefreshTokenRotation`).
    package var rotationGraceSeconds: Int64?

    /// The scope of access tokens, which allows users to change their own account.
    static let ownAccountScope = "aws.cognito.signin.user.admin"

    /// A client with the settings of `template.yaml`.
    package init(id: String, secret: String? = nil) {
        self.id = id
        self.secret = secret
    }
}
