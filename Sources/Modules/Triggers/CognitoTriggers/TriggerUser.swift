internal import JSON

/// The user of a trigger event as Cognito knows them.
package struct TriggerUser: Equatable, Sendable {
    /// Whether Cognito knows no such user, which the pool hides from the caller.
    package let isNotFound: Bool
    /// The user's immutable id; nil for an unknown user.
    package let sub: String?
    /// The user's email address; nil when there is none.
    package let email: String?
    /// Whether the address counts as verified. Attribute values are strings, so "false" is one of them.
    package let isEmailVerified: Bool
    /// The user's language and region as the user wrote them; nil when there is none.
    package let locale: String?

    /// A user with those properties.
    package init(
        isNotFound: Bool = false, sub: String?, email: String?, isEmailVerified: Bool = false, locale: String? = nil
    ) {
        self.isNotFound = isNotFound
        self.sub = sub
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.locale = locale
    }

    /// Reads the user of a request.
    init(_ request: JSONValue) throws(TriggerError) {
        let attributes = try request.object("userAttributes", in: "request")
        isNotFound = try request.flag("userNotFound", in: "request")
        sub = try attributes?.optional("sub", in: "request.userAttributes")
        email = try attributes?.optional("email", in: "request.userAttributes")
        isEmailVerified = try attributes?.optional("email_verified", in: "request.userAttributes") == "true"
        locale = try attributes?.optional("locale", in: "request.userAttributes")
    }
}
