internal import JSON
internal import LoopbackServer
internal import WebAuthn

extension OpenIDProvider {
    /// The placeholder for a passkey's id until the passkey exists.
    static let newPasskey = "passkey|new"

    /// `POST /me/v1/authentication-methods`: starts adding a passkey to the bearer's account.
    func startEnrolment(_ user: ProviderUser, _ body: ProviderRequestBody) throws(ProviderError) -> LoopbackResponse {
        guard try body.requiredText("type") == "passkey" else { throw .invalidRequest("type must be passkey") }
        guard try body.text("connection").map({ $0 == user.realm }) ?? true else { throw .invalidRequest("connection") }
        let session = try begin(.enrolment(subject: user.subject))
        let options = registrationOptions(
            for: user.profile, handle: user.handle, challenge: session.bytes, besides: user.passkeys)
        return .options(
            options, session: session.id, status: 202,
            headers: ["location": settings.issuer + "me/v1/authentication-methods/passkey%7Cnew"])
    }

    /// `POST /me/v1/authentication-methods/passkey|new/verify`: adds the passkey.
    func finishEnrolment(_ user: ProviderUser, _ body: ProviderRequestBody) throws(ProviderError) -> LoopbackResponse {
        let session = try take(body)
        guard case .enrolment(let subject) = session.purpose, subject == user.subject else { throw .invalidGrant }
        var user = user
        let passkey = try verifiedPasskey(
            try body.object("authn_response"), challenge: session.bytes, handle: user.handle)
        user.passkeys.append(passkey)
        users.store(user)
        return LoopbackResponse(201, body: method(passkey))
    }
}
