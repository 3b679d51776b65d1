internal import WebAuthn

extension RequestHandler {
    /// `GET /client/user-authenticators`. In a `signed` tenant a stranger always gets an empty list.
    func listForClient(_ bearer: Bearer) throws(APIError) -> APIResponse {
        guard bearer.scopes.contains(.read) else { throw .missingScope }
        let user = bearer.isStranger ? nil : try stored(bearer.user)
        return list(user, isMasked: true)
    }

    /// `DELETE /client/user-authenticators/{userAuthenticatorId}`.
    func removeForClient(_ id: String, _ bearer: Bearer) throws(APIError) -> APIResponse {
        guard bearer.scopes.contains(.remove) else { throw .missingScope }
        return try remove(id, of: bearer.user)
    }

    /// `PATCH /client/user-authenticators/{userAuthenticatorId}`: a passkey's owner renames it. Authsignal does not
    /// document such a route; only this service has it.
    func renameForClient(_ id: String, _ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard bearer.scopes.contains(.update) else { throw .missingScope }
        guard let name = PasskeyName.normalized(try body.requiredText("name", maximumLength: 1_024)) else {
            throw .invalidRequest("name")
        }
        let renamed = try changing(bearer.user) { user throws(APIError) in
            guard var passkey = user.authenticators.first(where: { $0.id == id && $0.passkey != nil }) else {
                throw .notFound
            }
            passkey.name = name
            let outcome = try asking { () throws(StorageError) in
                try storage.rename(id, of: user, to: name, by: attempt)
            }
            return (outcome, passkey)
        }
        return APIResponse(json: renamed.json(of: bearer.user, isMasked: true))
    }
}
