/// What a user has let an app have: the basis of tokens.
struct TokenGrant {
    /// The scope with which an app asks for a refresh token.
    static let offlineAccess = "offline_access"
    /// The scopes that an app may ask for with every audience.
    static let scopesOfEveryAudience = ["openid", "profile", "email", "phone", offlineAccess]

    /// The user's subject.
    let subject: String
    /// The app.
    let clientID: String
    /// The scopes that were granted.
    var scopes: [String]
    /// The API that the access token is for; nil for the user's profile at the provider.
    let audience: String?
}

/// What an access token allows its bearer to do with their own account.
enum AccountScope: String, CaseIterable {
    /// List the authentication methods.
    case readAuthenticationMethods = "read:me:authentication_methods"
    /// Add an authentication method.
    case createAuthenticationMethods = "create:me:authentication_methods"
    /// Rename an authentication method.
    case updateAuthenticationMethods = "update:me:authentication_methods"
    /// Remove an authentication method.
    case deleteAuthenticationMethods = "delete:me:authentication_methods"
}
