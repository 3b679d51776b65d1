private import AuditLog
internal import JSON
internal import Passkeys
internal import Primitives
internal import WebAuthn

extension RequestHandler {
    /// `GET /client/user-authenticators`. A bearer without a proof always gets an empty list.
    func listForClient(_ bearer: Bearer) throws(APIError) -> APIResponse {
        guard bearer.scopes.contains(.read) else { throw .missingScope }
        let user = bearer.isUnproven ? nil : try stored(bearer)
        let list = user.map { user in
            // Another pool, whose passkeys are not on this list, may use a handle of another form.
            let handles = [user.handle] + user.passkeys.map(\.userHandle)
            let allowsSignals = handles.allSatisfy { $0 == user.handle && UserHandle.isOfPool(pool.id, $0) }
            return user.authenticators.map { $0.json(of: user.id, allowsSignals: allowsSignals) }
        }
        return APIResponse(json: JSONWriter.array(list ?? []))
    }

    /// `DELETE /client/user-authenticators/{userAuthenticatorId}`.
    func removeForClient(_ id: String, _ bearer: Bearer) throws(APIError) -> APIResponse {
        guard bearer.scopes.contains(.remove) else { throw .missingScope }
        let user = try userAllowedToManage(bearer)
        // A user has one mailbox, which notices go to.
        if user?.emails.contains(where: { $0.id == id }) ?? false { throw .missingScope }
        let (owner, removed) = try changing(bearer.user) { user throws(APIError) in
            guard user.authenticators.contains(where: { $0.id == id }) || user.lastAttempt == attempt.id else {
                throw .notFound
            }
            let outcome = try asking { () throws(StorageError) in try storage.remove(id, of: user, by: attempt) }
            return (outcome, (user, user.authenticators.first { $0.id == id }))
        }
        if let removed {
            audit(.authenticatorRemoved, removed, of: owner.id)
            notify(ofRemoved: removed, from: owner)
        }
        return APIResponse(json: Array(#"{"success":true}"#.utf8))
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
        audit(.authenticatorRenamed, renamed, of: bearer.user)
        return APIResponse(json: renamed.json(of: bearer.user))
    }

    /// The bearer's user, if the bearer may change the user's authenticators. If passkeys are demanded, an emailed code
    /// may not change those of an account that has or had one.
    private func userAllowedToManage(_ bearer: Bearer) throws(APIError) -> StoredUser? {
        let user = try stored(bearer)
        if settings.demandsAAL2, user?.hasHadPasskey ?? false, bearer.provenMethod != .passkey {
            throw .missingScope
        }
        return user
    }
}
