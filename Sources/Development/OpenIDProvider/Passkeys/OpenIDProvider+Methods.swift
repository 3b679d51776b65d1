internal import JSON
internal import LoopbackServer
private import Primitives
internal import WebAuthn

extension OpenIDProvider {
    /// `GET /me/v1/authentication-methods`: the passkeys of the bearer's account.
    func listMethods(of user: ProviderUser) -> LoopbackResponse {
        let list = JSONWriter.array(user.passkeys.map(method))
        return LoopbackResponse(body: JSONWriter.object { $0.member("authentication_methods", raw: list) })
    }

    /// `PATCH /me/v1/authentication-methods/{id}`: gives a passkey a name.
    func rename(
        _ id: String, of user: ProviderUser, _ body: ProviderRequestBody
    ) throws(ProviderError) -> LoopbackResponse {
        let index = try index(of: id, among: user.passkeys)
        var user = user
        user.passkeys[index].name = try ProviderPasskey.name(body)
        users.store(user)
        return LoopbackResponse(body: method(user.passkeys[index]))
    }

    /// `DELETE /me/v1/authentication-methods/{id}`: removes a passkey, even the last one.
    func remove(_ id: String, of user: ProviderUser) throws(ProviderError) -> LoopbackResponse {
        let index = try index(of: id, among: user.passkeys)
        var user = user
        user.passkeys.remove(at: index)
        users.store(user)
        return LoopbackResponse(204)
    }

    /// The index of an account's passkey. The error is the same for another account's passkey and for an unknown one.
    private func index(of id: String, among passkeys: [ProviderPasskey]) throws(ProviderError) -> Int {
        let index = passkeys.firstIndex { Self.id(of: $0).utf8.elementsEqual(id.utf8) }
        guard let index else { throw .noSuchAuthenticationMethod }
        return index
    }

    private static func id(of passkey: ProviderPasskey) -> String {
        "passkey|" + Base64URL.encode(passkey.record.id)
    }

    /// A passkey as an authentication method in JSON.
    func method(_ passkey: ProviderPasskey) -> [UInt8] {
        let record = passkey.record
        let relyingPartyID = settings.relyingParty.id
        return JSONWriter.object { method in
            method.member("id", Self.id(of: passkey))
            method.member("type", "passkey")
            method.member("name", ifPresent: passkey.name)
            method.member("created_at", Timestamp.rfc3339(seconds: passkey.createdAt))
            method.member("usage", ["primary"])
            method.member("key_id", Base64URL.encode(record.id))
            method.member("user_handle", Base64URL.encode(record.userHandle))
            method.member("relying_party_id", relyingPartyID)
            method.member("credential_backed_up", record.isBackedUp)
            method.member("transports", record.transports)
        }
    }
}
