internal import JSON
internal import OpenSSLCrypto
internal import WebAuthn

/// The passkeys that the pool keeps itself.
extension UserPool {
    /// The passkeys that one user can have.
    private static let maximumPasskeys = 20

    /// `StartWebAuthnRegistration`. An access token is enough: the user is not asked to sign in anew.
    func startPasskeyRegistration(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        let (user, client) = try signedInUser(request)
        try checkPasskeysAreAllowed()
        let party = try NativeRelyingParty(webAuthn)
        guard user.passkeys.count < Self.maximumPasskeys else {
            throw PoolError(.limitExceeded, "The user has \(Self.maximumPasskeys) passkeys, which is the most.")
        }
        let name = user.attributes["email"] ?? user.username
        guard let challenge = try? SecureRandom.bytes(32),
            let entity = try? UserEntity(handle: user.passkeyHandle, name: name, displayName: name)
        else { throw PoolError(.internalError, "The registration cannot be started.") }
        let options = try party.registrationOptions(entity, challenge: challenge, excluding: user.passkeys)
        passkeyRegistrations.start(challenge, username: user.username, clientID: client.id, now: now())
        return JSONWriter.object { $0.member("CredentialCreationOptions", raw: options) }
    }

    /// `CompleteWebAuthnRegistration`.
    func completePasskeyRegistration(_ request: PoolRequest) throws(PoolError) {
        var (user, client) = try signedInUser(request)
        try checkPasskeysAreAllowed()
        let party = try NativeRelyingParty(webAuthn)
        guard let json = try request.json("Credential") else {
            throw .constraint("Credential", value: "null", "not be null")
        }
        let registration = try passkeyRegistrations.complete(
            username: user.username, clientID: client.id, now: now())
        let credential: RegistrationCredential
        do throws(WebAuthnError) { credential = try RegistrationCredential(json: json) } catch {
            throw PoolError(.invalidParameter, "The credential is not valid: \(error)")
        }
        let registered = Set(users.all.flatMap(\.passkeys).map(\.record.id))
        let record = try party.verify(
            credential, registration.challenge, userHandle: user.passkeyHandle, at: now(),
            isRegistered: registered.contains)
        user.passkeys.append(
            NativePasskey(
                record, relyingPartyID: party.id, attachment: json["authenticatorAttachment"]?.string, at: now()))
        save(&user)
    }

    /// - Throws: `WebAuthnNotEnabledException` if the pool's sign-in policy has no passkeys.
    private func checkPasskeysAreAllowed() throws(PoolError) {
        guard settings.firstFactors.contains(.webAuthn) else {
            throw PoolError(.webAuthnNotEnabled, "Passkeys are not enabled for the user pool.")
        }
    }
}
