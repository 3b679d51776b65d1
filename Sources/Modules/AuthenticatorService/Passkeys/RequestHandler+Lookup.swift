internal import JSON
private import Primitives
internal import WebAuthn

extension RequestHandler {
    /// `GET /client/user-authenticators/passkey`: whether a credential that an app remembers is still registered.
    ///
    /// Anybody may ask. So of several ids only the last ones are looked up: apps put the newest at the end.
    func lookUpPasskey(_ tenant: ServedTenant, _ target: RequestTarget) throws(APIError) -> APIResponse {
        let texts =
            target.parameter("credentialId").map { [$0] }
            ?? target.parameter("credentialIds").map { $0.split(separator: ",").map(String.init) } ?? []
        guard !texts.isEmpty else { throw .invalidRequest("credentialId") }
        for text in texts.suffix(Self.maximumLookUps).reversed() {
            guard let id = Base64URL.decode(text), id.count <= AttestedCredential.maximumIDLength else { continue }
            guard let passkey = try owner(ofCredential: id, tenantID: tenant.id)?.passkey(id) else { continue }
            return APIResponse(
                json: JSONWriter.object { answer in
                    answer.member("credentialId", text)
                    answer.member("verifiedAt", Timestamp.rfc3339(seconds: passkey.lastVerifiedAt))
                })
        }
        throw .invalidCredential
    }

    /// With the user's items, these are as many calls of the tables as a ceremony takes.
    private static let maximumLookUps = 3
}
