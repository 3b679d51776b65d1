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
