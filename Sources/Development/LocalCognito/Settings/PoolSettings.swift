/// A user pool's settings, as `DescribeUserPool` shows them. The defaults are those of `template.yaml`.
package struct PoolSettings: Equatable, Sendable {
    /// The part of the pool id before the underscore.
    package var region: String
    /// The part of the pool id after the underscore, which SRP calls the pool's name.
    package var shortID: String
    /// The pool's name.
    package var name = "sandbox"
    /// The attributes that can be used instead of the name once they are verified (`AliasAttributes`).
    package var aliasAttributes: [String] = []
    /// The attributes of the schema besides the standard ones.
    package var customAttributes = [Self.immutableAttribute]
    /// The rules for passwords.
    package var passwordPolicy = PasswordPolicy()
    /// How a user who has forgotten the password gets a new one.
    package var accountRecovery = AccountRecovery.adminOnly
    /// The issuer that tokens name.
    package var issuer = PoolIssuer.original
    /// The app clients.
    package var clients: [AppClient]

    /// The attribute that every user must have, that the sign-up code verifies (`AutoVerifiedAttributes`), and whose
    /// new value counts only once it is verified.
    static let email = "email"
    /// The attribute that is set when an account is created and cannot be changed later (`Mutable`).
    static let immutableAttribute = "custom:oidc_subject"

    /// The attributes that users sign up with instead of a name (`UsernameAttributes`): none in a pool with aliases.
    package var usernameAttributes: [String] { aliasAttributes.isEmpty ? [Self.email] : [] }

    /// A pool with the settings of `template.yaml`.
    package init(region: String = "eu-west-1", shortID: String = "Sandbox01", clients: [AppClient]) {
        self.region = region
        self.shortID = shortID
        self.clients = clients
    }

    /// The pool's id.
    package var id: String { "\(region)_\(shortID)" }

    /// Whether accounts may have an attribute of this name.
    func hasAttribute(_ name: String) -> Bool { AttributeSchema.isStandard(name) || customAttributes.contains(name) }

    /// The issuer that the tokens name, for a pool that is served at an address.
    package func issuerURL(at address: String) -> String { issuer.url(of: id, at: address) }

    /// The pool's Amazon resource name.
    package var arn: String { "arn:aws:cognito-idp:\(region):123456789012:userpool/\(id)" }
}

/// How a user who has forgotten the password gets a new one (`RecoveryMechanisms`).
package enum AccountRecovery: String, CaseIterable, Sendable {
    /// Only an administrator can set it.
    case adminOnly = "admin_only"
    /// With a code that is sent to a verified email address. Whoever reads the mail can then sign in with a password,
    /// if a client allows that.
    case verifiedEmail = "verified_email"
}

/// The issuer that a pool's tokens name (`IssuerConfiguration`). Both issuers publish the pool's keys.
package enum PoolIssuer: String, CaseIterable, Sendable {
    /// At Amazon: `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
    case original = "ORIGINAL"
    /// At Amazon: `https://issuer-cognito-idp.<region>.amazonaws.com/<pool id>`.
    case updated = "UPDATED"

    /// What comes before the pool's id in the issuer's path here, where both issuers have one host.
    private var pathPrefix: String { self == .original ? "/" : "/\(Self.folder)/" }

    /// The issuer's URL for a pool that is served at an address.
    func url(of pool: String, at address: String) -> String { address + pathPrefix + pool }

    /// The folder of the updated issuer.
    package static let folder = "issuer-cognito-idp"
}
