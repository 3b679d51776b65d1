/// The attributes that accounts may have. Other names in events and tokens are the service's own.
package enum AttributeSchema {
    /// The attributes of every pool, after OpenID Connect Core 1.0 section 5.1.
    private static let standard: Set<String> = [
        "sub", "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile",
        "picture", "website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number",
        "phone_number_verified", "address", "updated_at",
    ]

    /// Whether an account may have an attribute of this name. Custom attributes need not be declared here.
    package static func has(_ name: String) -> Bool {
        standard.contains(name) || ["custom:", "dev:custom:"].contains { name.hasPrefix($0) && name != $0 }
    }
}
