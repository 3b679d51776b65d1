/// A user pool's settings, as `DescribeUserPool` shows them; by default those of `template.yaml`.
package struct PoolSettings: Equatable, Sendable {
    /// The part of the pool id before the underscore.
    package var region: String
    /// The part of the pool id after the underscore, which SRP calls the pool's name.
    package var shortID: String
    /// The pool's name.
    package var name = "sandbox"
    /// The attributes that users sign up with instead of a name (`UsernameAttributes`): `email` or `phone_number`.
    package var usernameAttributes = ["email"]
    /// The attributes that, once verified, stand for the name (`AliasAttributes`).
    package var aliasAttributes: [String] = []
    /// Whether names differ by case.
    package var isCaseSensitive = false
    /// The attributes every user must have.
    package var requiredAttributes = ["email"]
    /// The attributes that are set when an account is made and never changed (`Mutable`).
    package var immutableAttributes = ["custom:oidc_subject"]
    /// The attributes proven by the sign-up code (`AutoVerifiedAttributes`).
    package var autoVerifiedAttributes = ["email"]
    /// The attributes of which a new value counts only once it is proven.
    package var verifiedBeforeUpdate = ["email"]
    /// What passwords must be like.
    package var passwordPolicy = PasswordPolicy()
    /// Whether administrators alone make accounts.
    package var isAdminCreateUserOnly = false
    /// Which version of Pre Token Generation the function of that trigger is sent.
    package var preTokenGeneration = PreTokenGenerationVersion.v1
    /// The issuer of tokens; nil for the endpoint's own address and the pool id.
    package var issuer: String?
    /// The app clients.
    package var clients: [AppClient]
    /// What Amazon leaves open.
    package var openPoints = OpenPoints()

    /// A pool with the settings of `template.yaml`.
    package init(region: String = "eu-west-1", shortID: String = "Sandbox01", clients: [AppClient]) {
        self.region = region
        self.shortID = shortID
        self.clients = clients
    }

    /// The pool's id.
    package var id: String { "\(region)_\(shortID)" }

    /// The pool's Amazon resource name.
    package var arn: String { "arn:aws:cognito-idp:\(region):123456789012:userpool/\(id)" }

    /// The client of an id.
    ///
    /// - Throws: `ResourceNotFoundException`.
    package func client(_ id: String) throws(PoolError) -> AppClient {
        guard let client = clients.first(where: { $0.id == id }) else {
            throw PoolError(.resourceNotFound, "User pool client \(id) does not exist.")
        }
        return client
    }
}
