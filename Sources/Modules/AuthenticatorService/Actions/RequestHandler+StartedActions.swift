internal import JSON
private import Primitives

extension RequestHandler {
    /// `POST /client/challenge`: starts an action before its user is known. The passkey will identify the user. It
    /// stores nothing: the action travels sealed in the id.
    func startAction(_ tenant: ServedTenant, _ body: RequestBody) throws(APIError) -> APIResponse {
        let code = try body.requiredText("action")
        guard ActionCode.isValid(code) else { throw .invalidRequest("action") }
        let requestedKey = try body.text("idempotencyKey")
        // In a `signed` tenant the app cannot choose the key. Otherwise a proof made before the sign-in could be used
        // as the answer to one of its rounds.
        var key = try newID()
        if let requestedKey, !tenant.isSigned { key = requestedKey }
        let action = StartedAction(
            id: try newID(), code: code, idempotencyKey: key, expiration: now + settings.tokenLifetime)
        let sealed = try seal(action.json, for: .startedAction, of: tenant)
        return APIResponse(json: JSONWriter.object { $0.member("challengeId", sealed.text) })
    }

    /// The action that an app has started; nil if the id belongs to no action of this tenant.
    /// - Throws: `challengeExpired`.
    func startedAction(_ challengeID: String, of tenant: ServedTenant) throws(APIError) -> StartedAction? {
        guard let (contents, _) = tenant.sealer.open(challengeID, for: .startedAction),
            let json = try? JSONValue(parsing: contents), let action = StartedAction(json: json)
        else { return nil }
        guard now < action.expiration else { throw .challengeExpired }
        return action
    }

    /// Notes who has proven a started action, where servers can ask for it.
    func note(
        _ proof: StartedActionProof, of action: StartedAction, _ tenant: ServedTenant
    ) throws(APIError) {
        guard !tenant.isSigned else { return }
        let isNoted = try asking { () throws(StorageError) in
            try storage.note(proof, ofStarted: action.challenge, by: attempt)
        }
        guard isNoted else { throw .invalidRequest("challengeId") }
    }

    /// Who has proven a started action; nil if nobody has.
    func proof(of action: StartedAction) throws(APIError) -> StartedActionProof? {
        try asking { () throws(StorageError) in try storage.proof(ofStarted: action.id, at: now) }
    }

    /// `GET /challenges`: how an action that an app started was proven; an empty object if there is no such action, or
    /// it has expired.
    func startedAction(_ tenant: ServedTenant, _ target: RequestTarget) throws(APIError) -> APIResponse {
        guard let challengeID = target.parameter("challengeId") else { throw .invalidRequest("challengeId") }
        let action = try? startedAction(challengeID, of: tenant)
        var proof: StartedActionProof?
        if let action { proof = try self.proof(of: action) }
        let userID = target.parameter("userId")
        let isMismatch =
            userID != nil && proof?.userID != userID
            || target.parameter("action").map { $0 != action?.code } ?? false
        return APIResponse(
            json: JSONWriter.object { answer in
                guard let action, !isMismatch else { return }
                answer.member("challengeId", challengeID)
                answer.member("expiresAt", action.expiration)
                answer.member("action", action.code)
                answer.member("verificationMethod", ifPresent: proof?.verificationMethod)
            })
    }
}
