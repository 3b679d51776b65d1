private import AuditLog
internal import JSON
internal import Passkeys
internal import Primitives
internal import SignInTokens
internal import WebAuthn

extension RequestHandler {
    /// `POST /client/user-authenticators/passkey/authentication-options`. The options list the user's passkeys if the
    /// bearer may know them. Otherwise the person chooses among all passkeys on the device.
    func authenticationOptions(_ bearer: Bearer?, _ body: RequestBody) throws(APIError) -> APIResponse {
        var started: StartedAction?
        if let challengeID = try body.text("challengeId", maximumLength: 8_192) {
            started = try startedAction(challengeID)
        }
        var allowed: [CredentialRecord] = []
        if let bearer, !bearer.isUnproven { allowed = try stored(bearer)?.passkeys ?? [] }
        let issued = try issue(
            .authentication(
                Ceremony.Authentication(
                    allowed: allowed.map { Self.digest(ofCredential: $0.id) }, startedAction: started,
                    username: try body.text("username"))), for: bearer)
        let options = settings.relyingParty.authenticationOptions(
            challenge: issued.challenge, allowing: allowed, hints: settings.hints)
        return .options(options, challengeID: issued.id)
    }

    /// `POST /client/verify/passkey`.
    func verifyPasskey(_ bearer: Bearer?, _ body: RequestBody) throws(APIError) -> APIResponse {
        let opened = try ceremony(body, for: bearer)
        guard case .authentication(let asked) = opened.ceremony.purpose else { throw .invalidChallenge }
        let name = PasskeyAnswer.credentialName
        guard let json = body[name] else { throw .invalidRequest(name) }
        let credential: AuthenticationCredential
        do { credential = try AuthenticationCredential(json: json) } catch {
            let refused = try refusal(for: error)
            return self.refuse(
                refused, as: .answerWrong, of: bearer?.subject,
                with: Self.answer(toUnreadable: name, refused))
        }
        let isOffered = asked.allowed.isEmpty || asked.allowed.contains(Self.digest(ofCredential: credential.id))
        let owner = try owner(ofCredential: credential.id, tenantID: pool.id)
        func refuse(_ refused: RefusedPasskey) -> APIResponse {
            self.refuse(
                refused, as: .answerWrong, of: bearer?.subject ?? owner.map { .user($0.id.id) },
                with: answer(to: refused, credential, opened.challenge))
        }
        guard isOffered else { return refuse(RefusedPasskey(.notOffered)) }
        let handle = Self.handle(demandedBy: bearer, of: owner, credential.id)
        let verified: VerifiedAuthentication
        do throws(WebAuthnError) {
            verified = try settings.relyingParty.verify(
                credential, challenge: opened.challenge, user: handle, record: { owner?.passkey($0)?.passkey })
        } catch {
            return refuse(try readable(RefusedPasskey(error, of: credential, poolID: pool.id)))
        }
        guard let owner, let passkey = owner.passkey(credential.id) else {
            return refuse(RefusedPasskey(.unknownCredential))
        }
        guard asked.username.map(owner.isKnown(as:)) ?? true else { return refuse(RefusedPasskey(.wrongName)) }
        switch try use(verified, of: passkey, owner: owner, answering: opened.issued) {
        case .used(let time): return try recordProof(with: passkey, of: owner, verified, asked, by: bearer, at: time)
        case .challengeUsed: throw .invalidChallenge
        case .gone: return refuse(RefusedPasskey(.unknownCredential))
        case .countNotHigher: return refuse(RefusedPasskey(.signCountNotHigher))
        }
    }

    /// The handle that the credential must have: its own if it belongs to the bearer, otherwise one that no user has.
    /// Nil without a bearer.
    private static func handle(demandedBy bearer: Bearer?, of owner: StoredUser?, _ credentialID: [UInt8]) -> [UInt8]? {
        guard let bearer else { return nil }
        let own = owner?.id == bearer.user ? owner?.passkey(credentialID)?.passkey?.userHandle : nil
        return own ?? [UInt8](repeating: 0, count: 32)
    }

    /// The answer for a refused passkey: whether the device may forget it, or the fault of the page or the device. It
    /// does not depend on the passkey's owner.
    private func answer(
        to refused: RefusedPasskey, _ credential: AuthenticationCredential, _ challenge: [UInt8]
    ) -> APIResponse {
        let fault = settings.relyingParty.fault(in: credential, challenge: challenge)
        let reason = fault.flatMap { RefusedPasskey($0)?.reason }
        switch refused.reason {
        // A page that may not ask learns that first: no device may forget a passkey because of a mistake in the setup,
        // and the page can look for the mistake without a passkey.
        case .unknownCredential where reason?.isOfOrigin != true: return APIError.unknownCredential.response
        case .foreignCredential where reason?.isOfOrigin != true: return APIError.foreignCredential.response
        default: return .notVerified(reason?.failureReason)
        }
    }

    /// Uses up a challenge and notes the use of the passkey that has signed it.
    private func use(
        _ verified: VerifiedAuthentication, of passkey: StoredAuthenticator, owner: StoredUser,
        answering challenge: IssuedChallenge
    ) throws(APIError) -> PasskeyUseOutcome {
        let use = PasskeyUse(verified, settings.signCounts)
        let outcome = try asking { () throws(StorageError) in
            try storage.use(use, of: passkey.id, of: owner.id, answering: challenge, by: attempt)
        }
        // A repeated request finds its own count.
        if case .used = outcome, verified.isPossibleClone, passkey.lastUsedBy != attempt.id { report(.possibleClone) }
        return outcome
    }

    /// Records that the passkey has proven its owner's action, and answers with the token of the proof.
    private func recordProof(
        with passkey: StoredAuthenticator, of owner: StoredUser, _ verified: VerifiedAuthentication,
        _ asked: Ceremony.Authentication, by bearer: Bearer?, at time: Int64
    ) throws(APIError) -> APIResponse {
        let action =
            bearer?.action
            ?? asked.startedAction.map { started in
                ActionID(user: owner.id, code: started.code, idempotencyKey: started.idempotencyKey)
            }
        // Without an action, the pool's functions cannot use a token.
        let token = try action.map { action throws(APIError) in
            try prove(
                action, by: .passkey, user: owner, with: passkey.id, username: bearer?.username,
                assurance: Assurance(verified.record, isUserVerified: verified.isUserVerified), at: time)
        }
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

    /// `GET /client/user-authenticators/passkey`: whether a remembered credential is still registered.
    ///
    /// Anybody may call this, so only the last ids are looked up: apps put the newest at the end.
    func lookUpPasskey(_ target: RequestTarget) throws(APIError) -> APIResponse {
        let texts =
            target.parameter("credentialId").map { [$0] }
            ?? target.parameter("credentialIds").map { $0.split(separator: ",").map(String.init) } ?? []
        guard !texts.isEmpty else { throw .invalidRequest("credentialId") }
        for text in texts.suffix(Self.maximumLookUps).reversed() {
            guard let id = Base64.decodeAnyForm(text), id.count <= AttestedCredential.maximumIDLength else { continue }
            guard let passkey = try owner(ofCredential: id, tenantID: pool.id)?.passkey(id) else { continue }
            return APIResponse(
                json: JSONWriter.object { answer in
                    answer.member("credentialId", Base64URL.encode(id))
                    answer.member("verifiedAt", Timestamp.rfc3339(seconds: passkey.lastVerifiedAt))
                })
        }
        throw .invalidCredential
    }

    /// With the read of the user, this makes one table call more than a ceremony.
    private static let maximumLookUps = 3
}

extension Assurance {
    /// What the proof with a passkey says.
    init(_ record: CredentialRecord, isUserVerified: Bool) {
        self.init(
            isUserVerified: isUserVerified, isBackupEligible: record.isBackupEligible, isBackedUp: record.isBackedUp,
            aaguid: AAGUID(record.aaguid)?.text)
    }
}
