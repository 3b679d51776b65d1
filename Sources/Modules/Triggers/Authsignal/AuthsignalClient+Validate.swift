package import HTTP
private import JSON
package import Primitives

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
        let answer = try post("validateChallenge", ["validate"], body, by: deadline)
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
