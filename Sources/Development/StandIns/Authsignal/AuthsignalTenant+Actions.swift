internal import AuthenticatorService
internal import JOSE
internal import JSON
import Passkeys
internal import Primitives

/// The calls of the tenant's servers about actions.
extension AuthsignalTenant {
    mutating func track(_ code: String, of userID: String, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard ActionCode.isValid(code) else { throw .invalidRequest("action") }
        let email = try body.email()
        let username = try body.text("username")
        let scope = try body.text("scope") ?? AuthsignalToken.readScope
        let (linkedKey, proof) = try linkedAction(body, code: code, userID: userID)
        let key = try body.text("idempotencyKey") ?? linkedKey ?? Self.newID()
        var profile = profiles[userID] ?? Profile()
        profile.email = email ?? profile.email
        profile.username = username ?? profile.username
        profiles[userID] = profile
        let action = ActionID(user: user(userID), code: code, idempotencyKey: key)
        let methods = try methods(of: userID)
        let usual = ActionState(rawValue: methods.isEmpty ? "ALLOW" : "CHALLENGE_REQUIRED")
        var tracked = actions[action] ?? TrackedAction(state: rules.trackedState ?? usual, at: now)
        if let proof, !tracked.state.isHeld {
            tracked = TrackedAction(state: .challengeSucceeded, at: now, verificationMethod: proof)
        }
        actions[action] = tracked
        let token = try token(of: userID, scope: scope, action: action)
        let address = address
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("state", tracked.state.rawValue)
                answer.member("idempotencyKey", key)
                answer.member("url", "\(address)/challenge?token=\(token)")
                answer.member("token", token)
                answer.member("isEnrolled", !methods.isEmpty)
                Self.write(methods, to: &answer)
                answer.member("allowedVerificationMethods", ["PASSKEY", "EMAIL_OTP"])
                answer.member("ruleIds", [])
            })
    }

    /// The key of the action that a request links to, which an app has started, and the method if this user has proven
    /// it.
    private func linkedAction(
        _ body: RequestBody, code: String, userID: String
    ) throws(APIError) -> (key: String?, proof: VerificationMethod?) {
        guard let challengeID = try body.text("challengeId", maximumLength: 8_192) else { return (nil, nil) }
        guard let started = startedActions[challengeID], started.code == code else {
            throw .invalidRequest("challengeId")
        }
        guard now < started.expiration else { throw .challengeExpired }
        let proof = started.proof?.userID == userID ? started.proof?.method : nil
        return (started.key, proof.map(VerificationMethod.init(rawValue:)))
    }

    func describeAction(_ code: String, of userID: String, key: String) throws(APIError) -> APIResponse {
        guard let action = actions[ActionID(user: user(userID), code: code, idempotencyKey: key)] else {
            throw .notFound
        }
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("state", action.state.rawValue)
                answer.member("createdAt", Timestamp.rfc3339(seconds: action.createdAt))
                answer.member("stateUpdatedAt", Timestamp.rfc3339(seconds: action.stateUpdatedAt))
                answer.member("verificationMethod", ifPresent: action.verificationMethod?.rawValue)
            })
    }

    mutating func updateAction(
        _ code: String, of userID: String, key: String, _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        let state = try body.requiredText("state")
        guard Self.states.contains(state) else { throw .invalidRequest("state") }
        let id = ActionID(user: user(userID), code: code, idempotencyKey: key)
        guard var action = actions[id] else { throw .notFound }
        (action.state, action.stateUpdatedAt) = (ActionState(rawValue: state), now)
        actions[id] = action
        return try describeAction(code, of: userID, key: key)
    }

    private static let states = [
        "ALLOW", "BLOCK", "CHALLENGE_REQUIRED", "CHALLENGE_SUCCEEDED", "CHALLENGE_FAILED", "REVIEW_REQUIRED",
        "REVIEW_SUCCEEDED", "REVIEW_FAILED",
    ]

    /// How an action that an app started was proven; an empty object if there is no such action, or it has expired.
    func startedAction(_ target: RequestTarget) throws(APIError) -> APIResponse {
        guard let challengeID = target.parameter("challengeId") else { throw .invalidRequest("challengeId") }
        let started = startedActions[challengeID]
        let userID = target.parameter("userId")
        let isMismatch =
            userID != nil && started?.proof?.userID != userID
            || target.parameter("action").map { $0 != started?.code } ?? false
        let now = now
        return APIResponse(
            json: JSONWriter.object { answer in
                guard let started, !isMismatch, now < started.expiration else { return }
                answer.member("challengeId", challengeID)
                answer.member("expiresAt", started.expiration)
                answer.member("action", started.code)
                answer.member("verificationMethod", ifPresent: started.proof?.method)
            })
    }

    /// The state of a token's action.
    func validate(_ body: RequestBody) throws(APIError) -> APIResponse {
        let text = try body.requiredText("token", maximumLength: 8_192)
        let userID = try body.text("userId")
        let code = try body.text("action")
        let token: AuthsignalToken
        do throws(JOSEError) {
            token = try AuthsignalToken(verifying: text, tenantID: id, secret: secret, now: now)
        } catch { throw error == .expired ? .invalidRequest("the token has expired") : .invalidRequestToken }
        let notValid = APIResponse(json: Array(#"{"isValid":false}"#.utf8))
        if let userID, !userID.utf8.elementsEqual(token.userID.utf8) {
            return rules.userMismatch == .notValid
                ? notValid
                : APIResponse(status: 400, json: Array(#"{"isValid":false,"error":"User is invalid."}"#.utf8))
        }
        guard let id = token.action, code == nil || code == id.code, let action = actions[id] else { return notValid }
        let omitsTime = rules.omitsStateUpdatedAt
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isValid", action.state == .challengeSucceeded)
                answer.member("state", action.state.rawValue)
                if !omitsTime {
                    answer.member("stateUpdatedAt", Timestamp.rfc3339(seconds: action.stateUpdatedAt))
                }
                answer.member("userId", id.user.id)
                answer.member("action", id.code)
                answer.member("actionCode", id.code)
                answer.member("idempotencyKey", id.idempotencyKey)
                answer.member("verificationMethod", ifPresent: action.verificationMethod?.rawValue)
            })
    }
}
