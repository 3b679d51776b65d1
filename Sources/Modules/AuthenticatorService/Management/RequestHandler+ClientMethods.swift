internal import Primitives
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
        let user = try userAllowedToManage(bearer)
        // A pool's user has one mailbox, which notices go to.
        if bearer.tenant.isSigned, user?.emails.contains(where: { $0.id == id }) ?? false { throw .missingScope }
        return try remove(id, of: bearer.user)
    }

    /// `PATCH /client/user-authenticators/{userAuthenticatorId}`: a passkey's owner renames it. Authsignal does not
    /// document such a route; only this service has it.
    func renameForClient(_ id: String, _ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard bearer.scopes.contains(.update) else { throw .missingScope }
        guard let name = PasskeyName.normalized(try body.requiredText("name", maximumLength: 1_024)) else {
            throw .invalidRequest("name")
        }
        _ = try userAllowedToManage(bearer)
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
        note(.authenticatorRenamed, renamed, of: bearer.user)
        return APIResponse(json: renamed.json(of: bearer.user, isMasked: true))
    }

    /// The bearer's user, if the bearer may change what the user has. Where a passkey is demanded, an emailed code may
    /// not change the authenticators of an account that has or had one.
    private func userAllowedToManage(_ bearer: Bearer) throws(APIError) -> StoredUser? {
        let user = try stored(bearer.user)
        // A request that is delivered again may have removed the proof itself.
        guard bearer.stillHasProof(user) || user?.lastAttempt == attempt.id else { throw .missingScope }
        if settings.demandsAAL2, bearer.tenant.isSigned, user?.hasHadPasskey ?? false, bearer.provenMethod != .passkey {
            throw .missingScope
        }
        return user
    }
}
