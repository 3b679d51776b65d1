internal import JSON
internal import LoopbackServer
internal import WebAuthn

extension OpenIDProvider {
    /// `POST /passkey/challenge`: starts a sign-in with anybody's passkey.
    func startLogin(_ body: ProviderRequestBody) throws(ProviderError) -> LoopbackResponse {
        let session = try begin(.login(clientID: try client(body), realm: try realm(body)))
        return .options(
            settings.relyingParty.authenticationOptions(challenge: session.bytes), session: session.id)
    }

    /// Verifies that a browser has used a passkey, and returns the passkey's owner.
    ///
    /// - Parameter realm: the directory in which the user must have signed up.
    func finishLogin(
        _ json: JSONValue, challenge: [UInt8], in realm: String
    ) throws(ProviderError) -> ProviderUser {
        let credential: AuthenticationCredential
        do { credential = try AuthenticationCredential(json: json) } catch { throw .invalidRequest("authn_response") }
        guard var user = users.owner(of: credential.id), user.realm == realm else { throw .invalidGrant }
        let record: CredentialRecord
        do {
            record = try settings.relyingParty.verify(
                credential, challenge: challenge, user: nil,
                record: { id in user.passkeys.first { $0.record.id == id }?.record }
            ).record
        } catch { throw .invalidGrant }
        for index in user.passkeys.indices where user.passkeys[index].record.id == record.id {
            user.passkeys[index].record = record
        }
        users.store(user)
        return user
    }
}
