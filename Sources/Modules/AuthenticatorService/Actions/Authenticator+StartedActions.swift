internal import JSON
private import Primitives

extension Authenticator {
    /// `POST /client/challenge`: starts an action before its user is known. The passkey will identify the user.
    func startAction(_ tenant: ServedTenant, _ body: RequestBody) throws(APIError) -> APIResponse {
        let code = try body.requiredText("action")
        guard ActionCode.isValid(code) else { throw .invalidRequest("action") }
        let requestedKey = try body.text("idempotencyKey")
        // In a `signed` tenant the app cannot choose the key. Otherwise a proof made before the sign-in could be used
        // as the answer to one of its rounds.
        var key = try newID()
        if let requestedKey, !tenant.isSigned { key = requestedKey }
        let challengeID = try newID()
        let action = StartedAction(
            tenantID: tenant.id, code: code, idempotencyKey: key,
            expiration: now() + settings.tokenLifetime)
        try startedActions.insert(action, as: challengeID, at: now())
        return APIResponse(json: JSONWriter.object { $0.member("challengeId", challengeID) })
    }

    /// `GET /challenges`: how an action that an app started was proven; an empty object if there is no such action.
    func startedAction(_ tenant: ServedTenant, _ target: RequestTarget) throws(APIError) -> APIResponse {
        guard let challengeID = target.parameter("challengeId") else { throw .invalidRequest("challengeId") }
        let action = startedActions.action(challengeID, tenantID: tenant.id, at: now())
        let userID = target.parameter("userId")
        let isMismatch =
            userID != nil && action?.proof?.userID != userID
            || target.parameter("action").map { $0 != action?.code } ?? false
        return APIResponse(
            json: JSONWriter.object { answer in
                guard let action, !isMismatch else { return }
                answer.member("challengeId", challengeID)
                answer.member("expiresAt", action.expiration)
                answer.member("action", action.code)
                answer.member("verificationMethod", ifPresent: action.proof?.verificationMethod)
            })
    }
}
