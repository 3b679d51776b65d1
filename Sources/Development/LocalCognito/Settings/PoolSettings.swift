/// A user pool's settings, as `DescribeUserPool` shows them. The defaults are those of `template.yaml`.
package struct PoolSettings: Equatable, Sendable {
    /// The part of the pool id before the underscore.
    package var region: String
    /// The part of the pool id after the underscore, which SRP calls the pool's name.
    package var shortID: String
    /// The pool's name.
    package var name = "sandbox"
    /// The attributes that users sign up with instead of a name (`UsernameAttributes`): `email` or `phone_number`.
    package var usernameAttributes = ["email"]
    /// The attributes that can be used instead of the name once they are verified (`AliasAttributes`).
    package var aliasAttributes: [String] = []
    /// Whether names that differ only in case are different names.
    package var isCaseSensitive = false
    /// The attributes every user must have.
    package var requiredAttributes = ["email"]
    /// The attributes of the schema besides the standard ones.
    package var customAttributes = ["custom:oidc_subject"]
    /// The attributes that are set when an account is created and cannot be changed later (`Mutable`).
    package var immutableAttributes = ["custom:oidc_subject"]
    /// The attributes that the sign-up code verifies (`AutoVerifiedAttributes`).
    package var autoVerifiedAttributes = ["email"]
    /// The attributes whose new value counts only once it is verified.
    package var verifiedBeforeUpdate = ["email"]
    /// The rules for passwords.
    package var passwordPolicy = PasswordPolicy()
    /// How a user who has forgotten the password gets a new one.
    package var accountRecovery = AccountRecovery.adminOnly
    /// Whether only administrators can create accounts.
    package var isAdminCreateUserOnly = false
    /// The version of the event that Pre Token Generation receives.
    package var preTokenGeneration = PreTokenGenerationVersion.v1
    /// The issuer that tokens name.
    package var issuer = PoolIssuer.original
    /// The app clients.
    package var clients: [AppClient]
    /// The choices for behaviour that Amazon does not document.
    package var undocumentedBehaviour = UndocumentedBehaviour()

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

/// The version of Pre Token Generation (`LambdaVersion`).
package enum PreTokenGenerationVersion: String, CaseIterable, Sendable {
    /// The function can change the ID token.
    case v1 = "V1_0"
    /// The function can change the access token as well.
    case v2 = "V2_0"

    /// The event's `version`.
    var eventVersion: String { self == .v1 ? "1" : "2" }

    /// The member of `response` that the function sets.
    var responseMember: String { self == .v1 ? "claimsOverrideDetails" : "claimsAndScopeOverrideDetails" }
}

/// The issuer that a pool's tokens name (`IssuerConfiguration`). Both issuers publish the pool's keys.
package enum PoolIssuer: String, CaseIterable, Sendable {
    /// At Amazon: `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
    case original = "ORIGINAL"
    /// At Amazon: `https://issuer-cognito-idp.<region>.amazonaws.com/<pool id>`.
    case updated = "UPDATED"

    /// What comes before the pool's id in the issuer's path here, where both issuers have one host.
    var pathPrefix: String { self == .original ? "/" : "/\(Self.folder)/" }

    /// The folder of the updated issuer.
    package static let folder = "issuer-cognito-idp"
}
