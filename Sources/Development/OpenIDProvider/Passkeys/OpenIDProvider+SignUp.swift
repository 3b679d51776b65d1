internal import JSON
internal import LoopbackServer
internal import WebAuthn

extension OpenIDProvider {
    /// `POST /passkey/register`: starts creating an account. If the account exists, the request is refused with an
    /// error that says so.
    func startSignUp(_ body: ProviderRequestBody) throws(ProviderError) -> LoopbackResponse {
        let clientID = try client(body)
        let realm = try realm(body)
        var profile = try ProviderUser.Profile(body, accepting: settings.identifiers)
        try checkExtras(body)
        guard !users.hasUser(sharing: profile, in: realm) else { throw .userExists }
        // No token is issued without the codes.
        profile.verified = settings.verifiedIdentifiers.filter { profile.identifiers[$0] != nil }
        let handle = try random(32)
        let session = try begin(.signUp(profile, handle: handle, clientID: clientID, realm: realm))
        let options = registrationOptions(for: profile, handle: handle, challenge: session.bytes)
        return .options(options, session: session.id, demanding: try sendCodes(for: profile, session: session))
    }

    /// Checks the members of a request to sign up that change nothing here.
    private func checkExtras(_ body: ProviderRequestBody) throws(ProviderError) {
        guard try body.text("delivery_method").map(["text", "voice"].contains) ?? true else {
            throw .invalidRequest("delivery_method")
        }
        guard let metadata = body["user_metadata"] else { return }
        guard metadata.kind == .object, metadata.members.count <= 10,
            metadata.members.allSatisfy({ $0.value.string != nil })
        else { throw .invalidRequest("user_metadata") }
    }

    /// Creates the account once its passkey exists.
    func finishSignUp(
        _ profile: ProviderUser.Profile, handle: [UInt8], realm: String, challenge: [UInt8], _ credential: JSONValue
    ) throws(ProviderError) -> ProviderUser {
        let passkey = try verifiedPasskey(credential, challenge: challenge, handle: handle)
        // Check again: somebody else may have signed up with this identifier in the meantime.
        guard !users.hasUser(sharing: profile, in: realm) else { throw .userExists }
        let digits = try random(12).map { String(256 + Int($0), radix: 16).dropFirst() }
        let subject = "auth0|" + digits.joined()
        let user = ProviderUser(subject: subject, handle: handle, realm: realm, profile: profile, passkeys: [passkey])
        users.store(user)
        return user
    }

    /// The options with which the browser creates a passkey.
    func registrationOptions(
        for profile: ProviderUser.Profile, handle: [UInt8], challenge: [UInt8],
        besides passkeys: [ProviderPasskey] = []
    ) -> [UInt8] {
        settings.relyingParty.registrationOptions(
            for: UserEntity(handle: handle, name: profile.mainIdentifier, displayName: profile.displayName),
            challenge: challenge, excluding: passkeys.map(\.record))
    }

    /// Verifies a passkey that a browser has created.
    func verifiedPasskey(
        _ json: JSONValue, challenge: [UInt8], handle: [UInt8]
    ) throws(ProviderError) -> ProviderPasskey {
        let credential: RegistrationCredential
        do { credential = try RegistrationCredential(json: json) } catch { throw .invalidRequest("authn_response") }
        let record: CredentialRecord
        do {
            record = try settings.relyingParty.verify(
                credential, challenge: challenge, userHandle: handle, at: now()
            ).record
        } catch { throw .invalidGrant }
        guard users.owner(of: record.id) == nil else { throw .invalidGrant }
        return ProviderPasskey(record: record, createdAt: now())
    }
}
