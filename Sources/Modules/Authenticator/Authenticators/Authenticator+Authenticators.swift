internal import JOSE
internal import JSON
private import Primitives
internal import WebAuthn

extension Authenticator {
    /// `GET /client/user-authenticators`. To a stranger in a `signed` tenant nobody has any.
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

    /// `PATCH /client/user-authenticators/{userAuthenticatorId}`: a passkey's owner gives it another name. A route of
    /// the sandbox's own: Authsignal documents none.
    func renameForClient(_ id: String, _ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard bearer.scopes.contains(.update) else { throw .missingScope }
        guard let name = PasskeyName.normalized(try body.requiredText("name", maximumLength: 1_024)) else {
            throw .invalidRequest("name")
        }
        guard var user = try stored(bearer.user),
            let index = user.authenticators.firstIndex(where: { $0.id == id && $0.passkey != nil })
        else { throw .notFound }
        user.authenticators[index].name = name
        try save(user)
        return APIResponse(json: user.authenticators[index].json(of: user.id, isMasked: true))
    }

    /// `GET /users/{userId}/authenticators`.
    func list(_ user: UserID) throws(APIError) -> APIResponse { list(try stored(user), isMasked: false) }

    private func list(_ user: StoredUser?, isMasked: Bool) -> APIResponse {
        let list = user.map { user in user.authenticators.map { $0.json(of: user.id, isMasked: isMasked) } }
        return APIResponse(json: (list ?? []).jsonArray)
    }

    /// `DELETE /users/{userId}/authenticators/{userAuthenticatorId}`.
    func remove(_ id: String, of userID: UserID) throws(APIError) -> APIResponse {
        guard var user = try stored(userID), user.authenticators.contains(where: { $0.id == id }) else {
            throw .notFound
        }
        user.authenticators.removeAll { $0.id == id }
        try save(user)
        return APIResponse(json: Array(#"{"success":true}"#.utf8))
    }

    /// `POST /users/{userId}/authenticators`: enrols an address that the tenant has verified itself.
    func enrolVerified(
        _ userID: UserID, _ tenant: ServedTenant, _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        guard try body.requiredText("verificationMethod") == "EMAIL_OTP" else {
            throw .invalidRequest("verificationMethod")
        }
        guard let address = try body.email() else { throw .invalidRequest("email") }
        guard !tenant.isPhantom(userID.id) else { throw .notFound }
        var user = try storedOrNew(userID)
        let enrolled =
            user.email(address)
            ?? StoredAuthenticator(
                id: tenant.authenticatorID(userID: userID.id, address: address), kind: .email(address: address),
                createdAt: now(), lastVerifiedAt: now())
        if user.email(address) == nil { user.authenticators.append(enrolled) }
        user.email = user.email ?? address
        try save(user)
        return APIResponse(
            json: JSONWriter.object { $0.member("authenticator", raw: enrolled.json(of: userID, isMasked: false)) })
    }

    /// `GET /client/user-authenticators/passkey`: whether one of the credentials an app remembers is still registered.
    func lookUpPasskey(_ tenant: ServedTenant, _ target: RequestTarget) throws(APIError) -> APIResponse {
        let texts =
            target.parameter("credentialId").map { [$0] }
            ?? target.parameter("credentialIds").map { $0.split(separator: ",").map(String.init) } ?? []
        guard 1...64 ~= texts.count else { throw .invalidRequest("credentialId") }
        for text in texts {
            guard let id = Base64URL.decode(text), id.count <= AttestedCredential.maximumIDLength else { continue }
            guard let passkey = try owner(ofCredential: id, tenantID: tenant.id)?.passkey(id) else { continue }
            return APIResponse(
                json: JSONWriter.object { answer in
                    answer.member("credentialId", text)
                    answer.member("verifiedAt", Timestamp.rfc3339(seconds: passkey.lastVerifiedAt))
                })
        }
        throw .invalidCredential
    }
}
