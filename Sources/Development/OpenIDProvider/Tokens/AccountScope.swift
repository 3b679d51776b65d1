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
