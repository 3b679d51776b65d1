internal import JOSE
internal import JSON
internal import Primitives
internal import WebAuthn

extension Authenticator {
    /// `POST /client/user-authenticators/passkey/registration-options`.
    func registrationOptions(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let username = try body.text("username")
        let displayName = try body.text("displayName")
        let user = try userAllowedToAddPasskey(bearer)
        // Save the new user's handle now: every passkey of the user must carry the same handle.
        try save(user)
        let name = username ?? user.email ?? bearer.username ?? user.id.id
        let entity: UserEntity
        do {
            entity = try UserEntity(handle: user.handle, name: name, displayName: displayName ?? name)
        } catch {
            throw .unexpected
        }
        let challenge = try issue(.registration(user: user.id, username: username, displayName: displayName))
        let attachment = try body.text("authenticatorAttachment")
        guard attachment.map({ ["platform", "cross-platform"].contains($0) }) ?? true else {
            throw .invalidRequest("authenticatorAttachment")
        }
        let options = settings.relyingParty.registrationOptions(
            for: entity, challenge: challenge.bytes, excluding: user.passkeys.map { CredentialDescriptor($0) },
            attachment: attachment)
        return .options(options.json, challengeID: challenge.id)
    }

    /// `POST /client/user-authenticators/passkey`.
    func addPasskey(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let ceremony = try take(body)
        guard case .registration(let userID, let username, let displayName) = ceremony.purpose,
            userID == bearer.user
        else { throw .invalidRequest("challengeId") }
        // Check again: somebody else may have enrolled the first authenticator since the options were issued.
        var user = try userAllowedToAddPasskey(bearer)
        guard let json = body["registrationCredential"] else { throw .invalidRequest("registrationCredential") }
        let credential: RegistrationCredential
        do { credential = try RegistrationCredential(json: json) } catch {
            throw .invalidRequest("registrationCredential")
        }
        let isRegistered = try owner(ofCredential: credential.id, tenantID: userID.tenantID) != nil
        let record: CredentialRecord
        do throws(WebAuthnError) {
            record = try settings.relyingParty.verify(
                credential, challenge: ceremony.bytes, userHandle: user.handle, at: now(),
                isConditional: body["conditionalCreate"]?.bool ?? false, isRegistered: { _ in isRegistered }
            ).record
        } catch {
            return .notVerified()
        }
        let passkey = StoredAuthenticator(
            id: try newID(), kind: .passkey(record, username: username, displayName: displayName), createdAt: now(),
            lastVerifiedAt: now())
        user.authenticators.append(passkey)
        user.username = bearer.username ?? user.username
        try save(user)
        let token = try prove(
            bearer.action, by: .passkey, user: user, tenant: bearer.tenant, emailDigest: bearer.emailDigest,
            username: bearer.username)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", true)
                answer.member("accessToken", ifPresent: token)
                answer.member("userAuthenticatorId", passkey.id)
                answer.member("userId", userID.id)
                answer.member("credentialId", Base64URL.encode(record.id))
                answer.member("userAuthenticator", raw: passkey.json(of: userID, isMasked: true))
            })
    }

    /// The bearer's user, if the bearer may add a passkey. In a `signed` tenant the user must have proven an address
    /// before, or the functions must vouch that the user has just signed in: only then does a challenge token have the
    /// scope to add.
    private func userAllowedToAddPasskey(_ bearer: Bearer) throws(APIError) -> StoredUser {
        guard !bearer.isPhantom else { throw .missingScope }
        let user = try storedOrNew(bearer.user)
        guard user.authenticators.isEmpty || bearer.scopes.contains(.add) else { throw .missingScope }
        guard bearer.tenant.isSigned, bearer.isResult || !bearer.scopes.contains(.add) else { return user }
        guard user.emails.compactMap(\.address).contains(where: bearer.hasDigest) else { throw .missingScope }
        return user
    }
}

extension APIResponse {
    /// The options of a ceremony.
    static func options(_ options: [UInt8], challengeID: String) -> APIResponse {
        APIResponse(
            json: JSONWriter.object { answer in
                answer.member("challengeId", challengeID)
                answer.member("options", raw: options)
            })
    }
}
