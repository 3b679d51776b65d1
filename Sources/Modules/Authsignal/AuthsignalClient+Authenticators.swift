package import HTTP
private import JSON
package import Primitives

/// One of a user's authenticators.
package struct UserAuthenticator: Equatable, Sendable {
    /// Its kind.
    package let method: VerificationMethod
    /// The address of an email authenticator.
    package let email: String?

    /// An authenticator of that kind.
    package init(method: VerificationMethod, email: String?) {
        self.method = method
        self.email = email
    }
}

extension AuthsignalClient {
    /// The user's authenticators (`GET /users/{userId}/authenticators`); addresses are not masked here.
    package func authenticators(
        userID: String, by deadline: Deadline
    ) throws(AuthsignalError) -> [UserAuthenticator] {
        let json = try success(try get("getAuthenticators", ["users", userID, "authenticators"], by: deadline))
        guard json.kind == .array else { throw .unreadable }
        return json.elements.compactMap { element in
            guard let method = element["verificationMethod"]?.string else { return nil }
            return UserAuthenticator(method: VerificationMethod(rawValue: method), email: element["email"]?.string)
        }
    }

    /// Gives the user an email authenticator (`POST /users/{userId}/authenticators`). No message is sent.
    package func enrolEmail(_ email: String, userID: String, by deadline: Deadline) throws(AuthsignalError) {
        let body = JSONWriter.object { body in
            body.member("verificationMethod", VerificationMethod.emailOTP.rawValue)
            body.member("email", email)
        }
        _ = try success(
            try post("enrollVerifiedAuthenticator", ["users", userID, "authenticators"], body, by: deadline))
    }
}
