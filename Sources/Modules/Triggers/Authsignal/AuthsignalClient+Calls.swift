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
        let json = try success(try post(["users", userID, "actions", action], body, by: deadline))
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
        let answer = try get(["users", userID, "actions", action, idempotencyKey], by: deadline)
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
        let json = try success(try get(["users", userID, "authenticators"], by: deadline))
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
        _ = try success(try post(["users", userID, "authenticators"], body, by: deadline))
    }
}

/// The result of validating a result token.
package enum Validation: Equatable, Sendable {
    /// Authsignal refused the token: it is garbage, it has expired, or it belongs to another user or action. The value
    /// is Authsignal's code, for the log.
    case refused(String)
    /// Authsignal knows the action that the token belongs to. This does not yet mean success.
    case answered(ValidatedChallenge)
}

/// The action that a result token belongs to.
package struct ValidatedChallenge: Equatable, Sendable {
    /// Whether Authsignal counts the challenge as completed.
    package let isValid: Bool
    /// The action's state; nil if the service does not say.
    package let state: ActionState?
    /// The user.
    package let userID: String?
    /// The action's code.
    package let action: String?
    /// The key of this one occurrence of the action.
    package let idempotencyKey: String?
    /// How the challenge was completed.
    package let method: VerificationMethod?
    /// When the action got its state, in seconds since 1970; nil if the service does not say.
    package let stateUpdatedAt: Int64?
}

extension AuthsignalClient {
    /// Validates a result token (`POST /validate`).
    /// - Parameters:
    ///   - userID: the user to whom the token must belong.
    ///   - action: the action to which the token must belong; nil if the caller checks it.
    package func validate(
        _ token: String, userID: String, action: String?, by deadline: Deadline
    ) throws(AuthsignalError) -> Validation {
        let body = JSONWriter.object { body in
            body.member("token", token)
            body.member("userId", userID)
            body.member("action", ifPresent: action)
        }
        let answer = try post(["validate"], body, by: deadline)
        // Authsignal answers another user's token in one of two ways: status 400, or 200 with isValid false and little
        // else. A 401 is about the token only if its code says so, and otherwise about our secret. A 404 without a code
        // is about our base URL.
        let isAboutToken =
            switch answer.status {
            case 400, 422: true
            case 401: !answer.isAboutSecret
            case 404: answer.errorCode != nil
            default: false
            }
        if isAboutToken { return .refused(answer.loggedCode) }
        let json = try success(answer)
        guard let isValid = json["isValid"]?.bool else { throw .unreadable }
        return .answered(
            ValidatedChallenge(
                isValid: isValid,
                state: json["state"]?.string.map(ActionState.init(rawValue:)),
                userID: json["userId"]?.string,
                action: json["action"]?.string ?? json["actionCode"]?.string,
                idempotencyKey: json["idempotencyKey"]?.string,
                method: json["verificationMethod"]?.string.map(VerificationMethod.init(rawValue:)),
                stateUpdatedAt: json["stateUpdatedAt"]?.string.flatMap { Timestamp.seconds($0) }))
    }
}
