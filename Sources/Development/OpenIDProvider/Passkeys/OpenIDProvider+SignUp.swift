internal import JSON
internal import WebAuthn

extension OpenIDProvider {
    /// `POST /passkey/register`: begins to make an account. One that exists is refused, and the app told so.
    func register(_ form: RequestForm) throws(ProviderError) -> ProviderResponse {
        let clientID = try client(form)
        let profile = try ProviderUser.Profile(try form.object("user_profile"))
        guard !users.hasUser(of: profile.email) else { throw .userExists }
        let handle = try random(32)
        let session = try begin(.signUp(profile, handle: handle, clientID: clientID))
        return .options(
            try options(for: profile, handle: handle, challenge: session.bytes), session: session.id)
    }

    /// Makes the account, now that there is a passkey for it.
    func signUp(
        _ profile: ProviderUser.Profile, handle: [UInt8], challenge: [UInt8], _ credential: JSONValue
    ) throws(ProviderError) -> ProviderUser {
        let passkey = try newPasskey(credential, challenge: challenge, handle: handle)
        // Somebody may have been faster.
        guard !users.hasUser(of: profile.email) else { throw .userExists }
        let digits = try random(12).map { String(256 + Int($0), radix: 16).dropFirst() }
        let subject = "auth0|" + digits.joined()
        let user = ProviderUser(subject: subject, handle: handle, profile: profile, passkeys: [passkey])
        users.store(user)
        return user
    }

    /// What the browser is to make a passkey with.
    func options(
        for profile: ProviderUser.Profile, handle: [UInt8], challenge: [UInt8],
        besides passkeys: [ProviderPasskey] = []
    ) throws(ProviderError) -> [UInt8] {
        let entity: UserEntity
        do {
            entity = try UserEntity(handle: handle, name: profile.email, displayName: profile.displayName)
        } catch { throw .unexpected }
        return settings.relyingParty.registrationOptions(
            for: entity, challenge: challenge, excluding: passkeys.map { CredentialDescriptor($0.record) }
        ).json
    }

    /// A passkey that a browser has made.
    func newPasskey(
        _ json: JSONValue, challenge: [UInt8], handle: [UInt8]
    ) throws(ProviderError) -> ProviderPasskey {
        let credential: RegistrationCredential
        do { credential = try RegistrationCredential(json: json) } catch { throw .invalidRequest("authn_response") }
        do {
            let record = try settings.relyingParty.verify(
                credential, challenge: challenge, userHandle: handle, at: now(),
                isRegistered: { users.owner(of: $0) != nil }
            ).record
            return ProviderPasskey(record: record, createdAt: now())
        } catch { throw .invalidGrant }
    }
}
