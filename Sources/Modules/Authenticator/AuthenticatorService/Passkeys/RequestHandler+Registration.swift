private import AuditLog
internal import JOSE
internal import JSON
internal import Passkeys
internal import Primitives
internal import SignInTokens
internal import WebAuthn

extension RequestHandler {
    /// How many passkeys a user may have.
    private static let maximumPasskeys = 20

    /// `POST /client/user-authenticators/passkey/registration-options`. It stores nothing.
    func registrationOptions(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let username = try body.text("username")
        let displayName = try body.text("displayName")
        let user = try userAllowedToAddPasskey(bearer)
        guard user.passkeys.count < Self.maximumPasskeys else {
            return refuse(RefusedPasskey(.tooManyPasskeys), bearer)
        }
        let attachment = try body.text("authenticatorAttachment")
        guard attachment.map({ ["platform", "cross-platform"].contains($0) }) ?? true else {
            throw .invalidRequest("authenticatorAttachment")
        }
        let name = username ?? user.email ?? bearer.username
        let entity = UserEntity(handle: user.handle, name: name, displayName: displayName ?? name)
        let mediation: CreationMediation = body["conditionalCreate"]?.bool ?? false ? .conditional : .optional
        let issued = try issue(
            .registration(
                Ceremony.Registration(
                    handle: user.handle, username: username, displayName: displayName, mediation: mediation)),
            for: bearer)
        let options = settings.relyingParty.registrationOptions(
            for: entity, challenge: issued.challenge, excluding: user.passkeys,
            attachment: attachment, hints: settings.hints, mediation: mediation)
        return .options(options, challengeID: issued.id)
    }

    /// `POST /client/user-authenticators/passkey`.
    func addPasskey(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let opened = try ceremony(body, for: bearer)
        guard case .registration(let asked) = opened.ceremony.purpose else { throw .invalidChallenge }
        let name = "registrationCredential"
        guard let json = body[name] else { throw .invalidRequest(name) }
        let credential: RegistrationCredential
        do { credential = try RegistrationCredential(json: json) } catch {
            let refused = try refusal(for: error)
            return refuse(refused, bearer, with: Self.answer(toUnreadable: name, refused))
        }
        // Storage refuses the passkey if the user has changed in the meantime. Then decide again.
        for _ in 0..<2 {
            var user = try userAllowedToAddPasskey(bearer)
            if let passkey = user.passkey(credential.id), passkey.enrolledBy == attempt.id {
                return try added(passkey, to: user, asked, bearer)
            }
            // The user's first passkey fixes the handle. An earlier ceremony with another handle is void.
            guard user.version == 0 || user.handle == asked.handle else { throw .invalidChallenge }
            guard user.passkeys.count < Self.maximumPasskeys else {
                return refuse(RefusedPasskey(.tooManyPasskeys), bearer)
            }
            let verified: VerifiedRegistration
            do throws(WebAuthnError) {
                verified = try settings.relyingParty.verify(
                    credential, challenge: opened.challenge, userHandle: asked.handle, mediation: asked.mediation,
                    at: now)
            } catch {
                return refuse(try refusal(for: error, credential.clientDataJSON), bearer)
            }
            user.handle = asked.handle
            user.username = bearer.username
            let passkey = StoredAuthenticator(
                id: try newID(),
                kind: .passkey(verified.record, username: asked.username, displayName: asked.displayName),
                createdAt: now, lastVerifiedAt: now, enrolledBy: attempt.id)
            switch try store(passkey, user, opened.issued) {
            case .added:
                audit(.authenticatorAdded, passkey, of: user.id)
                notify(ofAdded: passkey, to: user)
                return try added(passkey, to: user, asked, bearer)
            case .taken: return refuse(RefusedPasskey(.alreadyRegistered), bearer)
            case .challengeUsed: throw .invalidChallenge
            case .conflict: continue
            }
        }
        throw .unavailable
    }

    private func refuse(_ refused: RefusedPasskey, _ bearer: Bearer, with answer: APIResponse? = nil) -> APIResponse {
        let usual =
            refused.reason == .tooManyPasskeys
            ? APIError.tooManyPasskeys.response : APIResponse.notVerified(refused.reason.failureReason)
        return refuse(refused, as: .authenticatorRefused, of: bearer.subject, with: answer ?? usual)
    }

    private func store(
        _ passkey: StoredAuthenticator, _ user: StoredUser, _ challenge: IssuedChallenge
    ) throws(APIError) -> PasskeyAddition {
        try asking { () throws(StorageError) in
            try storage.add(passkey, to: user, answering: challenge, by: attempt)
        }
    }

    /// The answer for an added passkey. One created without asking the person does not prove anything yet: a borrower
    /// of the device, or a page that the person never looked at, can create it.
    private func added(
        _ passkey: StoredAuthenticator, to user: StoredUser, _ asked: Ceremony.Registration, _ bearer: Bearer
    ) throws(APIError) -> APIResponse {
        var token: String?
        if asked.mediation == .optional, let record = passkey.passkey {
            token = try prove(
                bearer.action, by: .passkey, user: user, with: passkey.id, username: bearer.username,
                assurance: Assurance(record, isUserVerified: record.hasVerifiedUser),
                at: passkey.createdAt)
        }
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", true)
                answer.member("accessToken", ifPresent: token)
                answer.member("userAuthenticatorId", passkey.id)
                answer.member("userId", user.id.id)
                answer.member("credentialId", ifPresent: passkey.passkey.map { Base64URL.encode($0.id) })
                answer.member("userAuthenticator", raw: passkey.json(of: user.id))
            })
    }

    /// The bearer's user, if the bearer may add a passkey. The token must be the result of a proof by an address or a
    /// passkey that the user still has, or have the scope to add, which the functions give only right after a sign-in.
    /// Without a proof, a bearer is refused before any read.
    private func userAllowedToAddPasskey(_ bearer: Bearer) throws(APIError) -> StoredUser {
        guard !bearer.isUnproven, !bearer.isUnknownUser else { throw .missingScope }
        let user = try orNew(stored(bearer), bearer.user)
        guard user.authenticators.isEmpty || bearer.scopes.contains(.add) else { throw .missingScope }
        guard bearer.isResult else { return user }
        // Otherwise a reader of the mailbox could add a passkey to an account that is protected by one.
        if settings.demandsAAL2, user.hasHadPasskey, bearer.provenMethod != .passkey { throw .missingScope }
        return user
    }
}

extension APIResponse {
    /// The options of a ceremony.
    static func options(_ options: [UInt8], challengeID: String) -> APIResponse {
        APIResponse(json: PasskeyAnswer.options(options, challengeID: challengeID))
    }
}
