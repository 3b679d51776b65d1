internal import JSON

extension RequestHandler {
    /// `GET /users/{userId}/authenticators`.
    func list(_ user: UserID) throws(APIError) -> APIResponse { list(try stored(user), isMasked: false) }

    /// The user's authenticators. Apps get masked addresses.
    func list(_ user: StoredUser?, isMasked: Bool) -> APIResponse {
        let list = user.map { user in user.authenticators.map { $0.json(of: user.id, isMasked: isMasked) } }
        return APIResponse(json: JSONWriter.array(list ?? []))
    }

    /// `DELETE /users/{userId}/authenticators/{userAuthenticatorId}`.
    func remove(_ id: String, of userID: UserID) throws(APIError) -> APIResponse {
        let (user, removed) = try changing(userID) { user throws(APIError) in
            guard user.authenticators.contains(where: { $0.id == id }) || user.lastAttempt == attempt.id else {
                throw .notFound
            }
            let outcome = try asking { () throws(StorageError) in
                try storage.remove(id, of: user, by: attempt)
            }
            return (outcome, (user, user.authenticators.first { $0.id == id }))
        }
        if let removed {
            note(.authenticatorRemoved, removed, of: userID)
            notify(ofRemoved: removed, from: user)
        }
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
        let enrolled = try changing(userID) { user throws(APIError) in
            if let enrolled = user.email(address) { return (.made, enrolled) }
            var user = user
            user.email = user.email ?? address
            let mailbox = StoredAuthenticator(
                id: tenant.authenticatorID(userID: userID.id, address: address), kind: .email(address: address),
                createdAt: now, lastVerifiedAt: now, enrolledBy: attempt.id)
            return (try enrol(mailbox, of: user, replacing: []), mailbox)
        }
        if enrolled.enrolledBy == attempt.id { note(.authenticatorAdded, enrolled, of: userID) }
        return APIResponse(
            json: JSONWriter.object { $0.member("authenticator", raw: enrolled.json(of: userID, isMasked: false)) })
    }
}
