internal import JSON
internal import Primitives
internal import SignInTokens
internal import WebAuthn

extension RequestHandler {
    /// `POST /client/user-authenticators/passkey/authentication-options`. The options list the user's passkeys only if
    /// the bearer may know them. Otherwise the list is empty, and the person chooses among all passkeys on the device.
    func authenticationOptions(_ caller: Caller, _ body: RequestBody) throws(APIError) -> APIResponse {
        var started: StartedAction?
        if let challengeID = try body.text("challengeId", maximumLength: 8_192) {
            started = try startedAction(challengeID, of: caller.tenant)
            guard started != nil else { throw .invalidChallenge }
        }
        var allowed: [CredentialDescriptor] = []
        if let bearer = caller.bearer, !bearer.isStranger {
            allowed = try stored(bearer.user)?.passkeys.map { CredentialDescriptor($0) } ?? []
        }
        let issued = try issue(
            .authentication(
                Ceremony.Authentication(
                    allowed: allowed.map { Self.digest(ofCredential: $0.id) }, startedAction: started,
                    username: try body.text("username"))), demanding: settings.relyingParty.demands(), for: caller)
        let options = settings.relyingParty.authenticationOptions(
            challenge: issued.challenge, allowing: allowed, hints: settings.hints)
        return .options(options.json, challengeID: issued.id)
    }

    /// `POST /client/verify/passkey`.
    func verifyPasskey(_ caller: Caller, _ body: RequestBody) throws(APIError) -> APIResponse {
        let opened = try ceremony(body, for: caller)
        guard case .authentication(let asked) = opened.ceremony.purpose else { throw .invalidChallenge }
        if let started = asked.startedAction, now >= started.expiration { throw .challengeExpired }
        guard let json = body["authenticationCredential"] else { throw .invalidRequest("authenticationCredential") }
        let credential: AuthenticationCredential
        do { credential = try AuthenticationCredential(json: json) } catch {
            throw .invalidRequest("authenticationCredential")
        }
        guard asked.allowed.isEmpty || asked.allowed.contains(Self.digest(ofCredential: credential.id)) else {
            return .notVerified()
        }
        let owner = try owner(ofCredential: credential.id, tenantID: caller.tenant.id)
        let handle = Self.handle(demandedBy: caller.bearer, of: owner, credential.id)
        let verified: VerifiedAuthentication
        do throws(WebAuthnError) {
            verified = try settings.relyingParty.verify(
                credential, challenge: opened.challenge, allowed: [], user: handle, demands: opened.ceremony.demands,
                record: { owner?.passkey($0)?.passkey })
        } catch {
            if case .unreadableRecord = error {
                report(.storageFailed(.unreadable("a passkey's key")))
                throw .unavailable
            }
            guard error == .unknownCredential else { return .notVerified() }
            // On `unknown_credential` apps have the passkey deleted from the device. But it may have been added in another
            // Region a moment ago.
            throw settings.runsInSeveralRegions ? .noCredentialHere : .unknownCredential
        }
        guard let owner, let passkey = owner.passkey(credential.id),
            asked.username.map(owner.isKnown(as:)) ?? true
        else { return .notVerified() }
        guard let time = try asking({ () throws(StorageError) in try storage.useUp(opened.issued, by: attempt) })
        else { throw .invalidChallenge }
        guard try note(verified, of: passkey, owner: owner) else { return .notVerified() }
        return try recordProof(with: passkey, of: owner, verified, asked, by: caller, at: time)
    }

    /// The handle that the credential must have: its own if it belongs to the bearer. If it belongs to somebody else, a
    /// handle that nobody has, because all handles are random. Nil if there is no bearer.
    private static func handle(demandedBy bearer: Bearer?, of owner: StoredUser?, _ credentialID: [UInt8]) -> [UInt8]? {
        guard let bearer else { return nil }
        let own = owner?.id == bearer.user ? owner?.passkey(credentialID)?.passkey?.userHandle : nil
        return own ?? [UInt8](repeating: 0, count: 32)
    }

    /// Notes the use of a passkey; returns whether it counts.
    private func note(
        _ verified: VerifiedAuthentication, of passkey: StoredAuthenticator, owner: StoredUser
    ) throws(APIError) -> Bool {
        let use = AuthenticatorUse(
            passkey: AuthenticatorUse.Passkey(
                signCount: verified.record.signCount, isBackedUp: verified.record.isBackedUp,
                isUserVerified: verified.isUserVerified, demandsHigherCount: settings.signCounts == .refuse))
        let outcome = try asking { () throws(StorageError) in
            try storage.note(use, of: passkey.id, of: owner.id, by: attempt)
        }
        switch outcome {
        case .noted:
            // The same request again has noted its own count before.
            if verified.isPossibleClone, passkey.lastUsedBy != attempt.id { report(.possibleClone(isRefused: false)) }
            return true
        case .gone: throw .unknownCredential
        case .countNotHigher:
            report(.possibleClone(isRefused: true))
            return false
        }
    }

    /// Records that the passkey has proven its owner's action, and answers with the token of the proof.
    private func recordProof(
        with passkey: StoredAuthenticator, of owner: StoredUser, _ verified: VerifiedAuthentication,
        _ asked: Ceremony.Authentication, by caller: Caller, at time: Int64
    ) throws(APIError) -> APIResponse {
        var action = caller.bearer?.action
        // The Region that made the round judges it, wherever the proof is made. An action started here is for here.
        let region = action == nil ? settings.region : caller.bearer?.region
        if action == nil, let started = asked.startedAction {
            action = ActionID(user: owner.id, code: started.code, idempotencyKey: started.idempotencyKey)
            try note(StartedActionProof(userID: owner.id.id, verificationMethod: "PASSKEY"), of: started, caller.tenant)
        }
        let token = try prove(
            action, by: .passkey, user: owner, tenant: caller.tenant, with: passkey.id,
            username: caller.bearer?.username,
            assurance: Assurance(verified.record, isUserVerified: verified.isUserVerified), region: region, at: time)
        let names = owner.names(ofPasskey: verified.record.id)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", true)
                answer.member("accessToken", ifPresent: token)
                answer.member("userId", owner.id.id)
                answer.member("userAuthenticatorId", passkey.id)
                answer.member("username", ifPresent: names.username ?? owner.email ?? owner.username)
                answer.member("userDisplayName", ifPresent: names.displayName ?? owner.displayName)
            })
    }
}
