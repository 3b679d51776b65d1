/// What an access token lets its bearer do with their own account.
enum AccountScope: String, CaseIterable {
    /// See the ways to sign in.
    case readAuthenticationMethods = "read:me:authentication_methods"
    /// Add one.
    case createAuthenticationMethods = "create:me:authentication_methods"
    /// Give one another name.
    case updateAuthenticationMethods = "update:me:authentication_methods"
    /// Take one away.
    case deleteAuthenticationMethods = "delete:me:authentication_methods"
}
