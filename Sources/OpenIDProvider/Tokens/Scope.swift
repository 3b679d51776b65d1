/// What an access token lets its bearer do with their own account.
enum Scope: String, CaseIterable {
    /// Add a way to sign in.
    case createAuthenticationMethods = "create:me:authentication_methods"
}
