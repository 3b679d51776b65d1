internal import JSON

extension ProviderUser.Profile {
    /// Writes what scopes reveal about the user (OpenID Connect Core 1.0 section 5.4).
    func write(to claims: inout JSONWriter, for scopes: [String]) {
        if scopes.contains("profile") {
            claims.member("name", displayName)
            for name in ["given_name", "family_name", "nickname", "picture"] {
                claims.member(name, ifPresent: details[name])
            }
            claims.member("preferred_username", ifPresent: identifiers[.username])
        }
        if scopes.contains("email"), let email = identifiers[.email] {
            claims.member("email", email)
            // Only a code proves it.
            claims.member("email_verified", verified.contains(.email))
        }
        if scopes.contains("phone"), let phoneNumber = identifiers[.phoneNumber] {
            claims.member("phone_number", phoneNumber)
            claims.member("phone_number_verified", verified.contains(.phoneNumber))
        }
    }
}
