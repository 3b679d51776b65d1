internal import JSON
internal import Primitives
internal import WebAuthn

extension Authenticator {
    /// `POST /client/user-authenticators/passkey/authentication-options`. The options list the user's passkeys only if
    /// the bearer may know them. Otherwise the list is empty, and the person chooses among all passkeys on the device.
    func authenticationOptions(_ caller: Caller, _ body: RequestBody) throws(APIError) -> APIResponse {
        let startedAction = try body.text("challengeId")
        if let startedAction {
            guard startedActions.action(startedAction, tenantID: caller.tenant.id, at: now()) != nil else {
                throw .invalidRequest("challengeId")
            }
        }
        var allowed: [CredentialDescriptor] = []
        if let bearer = caller.bearer, !bearer.isStranger {
            allowed = try stored(bearer.user)?.passkeys.map { CredentialDescriptor($0) } ?? []
        }
        let challenge = try issue(
            .authentication(
                Ceremony.Authentication(
                    tenantID: caller.tenant.id, user: caller.bearer?.user, allowed: allowed.map(\.id),
                    startedAction: startedAction, username: try body.text("username"))))
        let options = settings.relyingParty.authenticationOptions(challenge: challenge.bytes, allowing: allowed)
        return .options(options.json, challengeID: challenge.id)
    }

    /// `POST /client/verify/passkey`.
    func verifyPasskey(_ caller: Caller, _ body: RequestBody) throws(APIError) -> APIResponse {
        let ceremony = try take(body)
        guard case .authentication(let asked) = ceremony.purpose, asked.tenantID == caller.tenant.id,
            asked.user == caller.bearer?.user
        else { throw .invalidRequest("challengeId") }
        guard let json = body["authenticationCredential"] else { throw .invalidRequest("authenticationCredential") }
        let credential: AuthenticationCredential
        do { credential = try AuthenticationCredential(json: json) } catch {
            throw .invalidRequest("authenticationCredential")
        }
        let owner = try owner(ofCredential: credential.id, tenantID: asked.tenantID)
        var handle: [UInt8]?
        if let user = asked.user { handle = try stored(user)?.handle ?? Self.unknownUserHandle }
        let record: CredentialRecord
        do throws(WebAuthnError) {
            record = try settings.relyingParty.verify(
                credential, challenge: ceremony.bytes, allowed: asked.allowed, user: handle,
                record: { owner?.passkey($0)?.passkey }
            ).record
        } catch {
            guard error == .unknownCredential else { return .notVerified() }
            throw .unknownCredential
        }
        guard var owner, asked.username.map(owner.isKnown(as:)) ?? true else { return .notVerified() }
        owner.update(record, at: now())
        try save(owner)
        return try recordProof(with: record, of: owner, asked: asked, by: caller)
    }

    /// The handle used for a user who is not stored. No user has it, because all real handles are random.
    private static let unknownUserHandle = [UInt8](repeating: 0, count: 32)

    /// Records that the passkey has proven its owner's action, and answers with the token of the proof.
    private func recordProof(
        with record: CredentialRecord, of owner: StoredUser, asked: Ceremony.Authentication, by caller: Caller
    ) throws(APIError) -> APIResponse {
        var action = caller.bearer?.action
        if action == nil, let challengeID = asked.startedAction {
            guard let started = startedActions.action(challengeID, tenantID: asked.tenantID, at: now()) else {
                throw .invalidRequest("challengeId")
            }
            action = ActionID(user: owner.id, code: started.code, idempotencyKey: started.idempotencyKey)
            startedActions.prove(challengeID, userID: owner.id.id, verificationMethod: "PASSKEY")
        }
        let token = try prove(
            action, by: .passkey, user: owner, tenant: caller.tenant, emailDigest: caller.bearer?.emailDigest,
            username: caller.bearer?.username)
        let names = owner.names(ofPasskey: record.id)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", true)
                answer.member("accessToken", ifPresent: token)
                answer.member("userId", owner.id.id)
                answer.member("userAuthenticatorId", ifPresent: owner.passkey(record.id)?.id)
                answer.member("username", ifPresent: names.username ?? owner.email ?? owner.username)
                answer.member("userDisplayName", ifPresent: names.displayName ?? owner.displayName)
            })
    }
}
