internal import JSON
internal import Primitives

extension RequestHandler {
    /// The methods that a tenant's users may enrol.
    private static let allowedMethods = ["PASSKEY", "EMAIL_OTP"]

    /// `POST /users/{userId}/actions/{action}`.
    func trackAction(
        _ code: String, of userID: UserID, tenant: ServedTenant, _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        guard ActionCode.isValid(code) else { throw .invalidRequest("action") }
        let email = try body.email()
        let username = try body.text("username")
        let scope = try body.text("scope") ?? TokenScope.read.rawValue
        let (key, proof) = try linkedAction(body, code: code, user: userID, tenant: tenant)
        let user = try saveProfile(userID) { user in
            user.email = email ?? user.email
            user.username = username ?? user.username
        }
        let id = ActionID(user: userID, code: code, idempotencyKey: key)
        let methods = user.methods
        let usual = ActionState(rawValue: methods.isEmpty ? "ALLOW" : "CHALLENGE_REQUIRED")
        let tracked = try changeAction(id) { action in
            let action = action ?? ActionRecord(state: rules.trackedState ?? usual, at: now)
            guard let proof, !action.state.isHeld else { return action }
            return ActionRecord(state: .challengeSucceeded, at: now, verificationMethod: proof)
        }
        let token = try token(tenant: tenant, user: userID, scope: scope, action: id, username: user.username)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("state", tracked.state.rawValue)
                answer.member("idempotencyKey", key)
                answer.member("url", "\(settings.baseURL)/challenge?token=\(token)")
                answer.member("token", token)
                answer.member("isEnrolled", !methods.isEmpty)
                if let first = methods.first {
                    answer.member("enrolledVerificationMethods", methods)
                    answer.member("defaultVerificationMethod", first)
                }
                answer.member("allowedVerificationMethods", Self.allowedMethods)
                answer.member("ruleIds", [])
            })
    }

    /// The idempotency key of an action to track. If the request links it to an action that an app has started and this
    /// user has proven, the method of that proof comes with it.
    private func linkedAction(
        _ body: RequestBody, code: String, user: UserID, tenant: ServedTenant
    ) throws(APIError) -> (key: String, proof: VerificationMethod?) {
        let key = try body.text("idempotencyKey")
        guard let challengeID = try body.text("challengeId", maximumLength: 8_192) else {
            // Without a key, the request repeated is the same action, and another request is another one.
            return (key ?? tenant.actionKey(for: attempt), nil)
        }
        guard let started = try startedAction(challengeID, of: tenant), started.code == code else {
            throw .invalidRequest("challengeId")
        }
        let proof = try proof(of: started)
        return (
            key ?? started.idempotencyKey,
            proof?.userID == user.id ? proof.map { VerificationMethod(rawValue: $0.verificationMethod) } : nil
        )
    }

    /// `GET /users/{userId}/actions/{action}/{idempotencyKey}`.
    func describeAction(_ code: String, of user: UserID, key: String) throws(APIError) -> APIResponse {
        let id = ActionID(user: user, code: code, idempotencyKey: key)
        guard let action = try action(id) else { throw .notFound }
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("state", action.state.rawValue)
                answer.member("createdAt", Timestamp.rfc3339(seconds: action.createdAt))
                answer.member("stateUpdatedAt", Timestamp.rfc3339(seconds: action.stateUpdatedAt))
                answer.member("verificationMethod", ifPresent: action.verificationMethod?.rawValue)
            })
    }

    /// `PATCH /users/{userId}/actions/{action}/{idempotencyKey}`.
    func updateAction(
        _ code: String, of user: UserID, key: String, _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        let id = ActionID(user: user, code: code, idempotencyKey: key)
        let state = try body.requiredText("state")
        guard Self.states.contains(state) else { throw .invalidRequest("state") }
        guard try action(id) != nil else { throw .notFound }
        _ = try changeAction(id) { action in
            var action = action ?? ActionRecord(state: ActionState(rawValue: state), at: now)
            action.state = ActionState(rawValue: state)
            action.stateUpdatedAt = now
            return action
        }
        return try describeAction(code, of: user, key: key)
    }

    private static let states = [
        "ALLOW", "BLOCK", "CHALLENGE_REQUIRED", "CHALLENGE_SUCCEEDED", "CHALLENGE_FAILED", "REVIEW_REQUIRED",
        "REVIEW_SUCCEEDED", "REVIEW_FAILED",
    ]
}
