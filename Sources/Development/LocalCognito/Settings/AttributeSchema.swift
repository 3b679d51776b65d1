/// The attributes that accounts may have, and the forms of their values. Other names in events and tokens are the
/// service's own.
package enum AttributeSchema {
    /// The attributes of every pool, after OpenID Connect Core 1.0 section 5.1.
    private static let standard: Set<String> = [
        "sub", "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile",
        "picture", "website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number",
        "phone_number_verified", "address", "updated_at",
    ]

    /// Whether every account may have an attribute of this name.
    static func isStandard(_ name: String) -> Bool { standard.contains(name) }

    /// Whether a pool may have a custom attribute of this name.
    package static func isCustom(_ name: String) -> Bool {
        name.hasPrefix("custom:") && name != "custom:"
    }

    /// Whether a pool may have an attribute of this name.
    package static func has(_ name: String) -> Bool { isStandard(name) || isCustom(name) }

    /// Whether no app can write an attribute, whatever its client allows.
    package static func isReadOnly(_ name: String) -> Bool { name == "sub" || name.hasSuffix("_verified") }

    /// Whether a text has the form of an email address.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    }

    /// Whether a text has the form of a phone number (E.164): a plus sign and up to 15 digits, the first of them not 0.
    static func isPhoneNumber(_ text: String) -> Bool {
        text.wholeMatch(of: /\+[1-9][0-9]{1,14}/) != nil
    }
}
