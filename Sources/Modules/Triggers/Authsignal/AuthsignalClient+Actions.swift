package import HTTP
private import JSON
package import Primitives

/// The result of tracking an action.
package struct TrackedAction: Equatable, Sendable {
    /// Whether the user may act, must first prove who they are, or is held.
    package let state: ActionState
    /// The key of this one occurrence of the action.
    package let idempotencyKey: String
    /// The short-lived token with which the app proves a factor.
    package let token: String
    /// The address of the pre-built page on which a user proves a factor.
    package let url: String?
    /// Whether the user has any authenticator.
    package let isEnrolled: Bool
    /// The methods the user has; nil if the service does not say.
    package let enrolledMethods: [VerificationMethod]?
}

extension AuthsignalClient {
    /// Tracks an action of a user (`POST /users/{userId}/actions/{action}`).
    /// - Parameters:
    ///   - idempotencyKey: names this one occurrence, so that a request that arrives twice tracks one action.
    ///   - scope: what the token lets its bearer do; nil for the service's default, which does not allow adding an
    ///     authenticator to a user who has one.
    package func track(
        _ action: String, userID: String, idempotencyKey: String, email: String?, username: String?,
        scope: String? = nil, by deadline: Deadline
    ) throws(AuthsignalError) -> TrackedAction {
        let body = JSONWriter.object { body in
            body.member("idempotencyKey", idempotencyKey)
            body.member("email", ifPresent: email)
            body.member("username", ifPresent: username)
            body.member("scope", ifPresent: scope)
        }
        let json = try success(try post("track", ["users", userID, "actions", action], body, by: deadline))
        guard let state = json["state"]?.string, let key = json["idempotencyKey"]?.string,
            let token = json["token"]?.string, let isEnrolled = json["isEnrolled"]?.bool, !key.isEmpty, !token.isEmpty
        else { throw .unreadable }
        let methods = json["enrolledVerificationMethods"].flatMap { value in
            value.kind == .array ? value.elements.compactMap(\.string) : nil
        }
        return TrackedAction(
            state: ActionState(rawValue: state), idempotencyKey: key, token: token, url: json["url"]?.string,
            isEnrolled: isEnrolled, enrolledMethods: methods?.map(VerificationMethod.init(rawValue:)))
    }

    /// When an action got its current state, in seconds since 1970 (`GET
    /// /users/{userId}/actions/{action}/{idempotencyKey}`); nil if the service does not say.
    package func stateUpdatedAt(
        _ action: String, userID: String, idempotencyKey: String, by deadline: Deadline
    ) throws(AuthsignalError) -> Int64? {
        let answer = try get("getAction", ["users", userID, "actions", action, idempotencyKey], by: deadline)
        if answer.status == 404 { return nil }
        return try success(answer)["stateUpdatedAt"]?.string.flatMap { Timestamp.seconds($0) }
    }
}

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
