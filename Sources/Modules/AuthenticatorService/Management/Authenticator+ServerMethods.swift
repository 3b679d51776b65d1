internal import JSON

extension Authenticator {
    /// `GET /users/{userId}/authenticators`.
    func list(_ user: UserID) throws(APIError) -> APIResponse { list(try stored(user), isMasked: false) }

    /// The user's authenticators. Apps get masked addresses.
    func list(_ user: StoredUser?, isMasked: Bool) -> APIResponse {
        let list = user.map { user in user.authenticators.map { $0.json(of: user.id, isMasked: isMasked) } }
        return APIResponse(json: JSONWriter.array(list ?? []))
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
}
