internal import JSON
internal import WebAuthn

extension OpenIDProvider {
    /// `POST /passkey/register`: starts creating an account. If the account exists, the request is refused with an
    /// error that says so.
    func startSignUp(_ body: ProviderRequestBody) throws(ProviderError) -> ProviderResponse {
        let clientID = try client(body)
        let profile = try ProviderUser.Profile(try body.object("user_profile"))
        guard !users.hasUser(of: profile.email) else { throw .userExists }
        let handle = try random(32)
        let session = try begin(.signUp(profile, handle: handle, clientID: clientID))
        return .options(
            try registrationOptions(for: profile, handle: handle, challenge: session.bytes), session: session.id)
    }

    /// Creates the account once its passkey exists.
    func finishSignUp(
        _ profile: ProviderUser.Profile, handle: [UInt8], challenge: [UInt8], _ credential: JSONValue
    ) throws(ProviderError) -> ProviderUser {
        let passkey = try verifiedPasskey(credential, challenge: challenge, handle: handle)
        // Check again: somebody else may have signed up with this address in the meantime.
        guard !users.hasUser(of: profile.email) else { throw .userExists }
        let digits = try random(12).map { String(256 + Int($0), radix: 16).dropFirst() }
        let subject = "auth0|" + digits.joined()
        let user = ProviderUser(subject: subject, handle: handle, profile: profile, passkeys: [passkey])
        users.store(user)
        return user
    }

    /// The options with which the browser creates a passkey.
    func registrationOptions(
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

    /// Verifies a passkey that a browser has created.
    func verifiedPasskey(
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
