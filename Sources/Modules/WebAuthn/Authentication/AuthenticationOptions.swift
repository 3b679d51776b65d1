internal import JSON
private import Primitives

/// The options for signing in (WebAuthn section 5.1.10, `PublicKeyCredentialRequestOptionsJSON`), with every member
/// that Authsignal's SDKs need.
package struct AuthenticationOptions: Sendable {
    /// The relying party's id.
    package let relyingPartyID: String
    /// The challenge, random bytes.
    package let challenge: [UInt8]
    /// How long the person may take, in milliseconds.
    package let timeout: Int64
    /// The credentials that may sign; empty to let the person choose. The JSON contains the list even if it is empty.
    package let allowed: [CredentialDescriptor]
    /// Whether the authenticator must verify the person.
    package let userVerification: UserVerification

    /// The kinds of authenticators that the person is likely to use, the likeliest first.
    package let hints: [PublicKeyCredentialHint]
    /// What the ceremony demands of the person, to be kept with the challenge.
    package let demands: CeremonyDemands

    /// The options as JSON.
    package var json: [UInt8] {
        JSONWriter.object { options in
            options.member("challenge", Base64URL.encode(challenge))
            options.member("timeout", timeout)
            options.member("rpId", relyingPartyID)
            options.member("allowCredentials", elements: allowed.map(\.json))
            options.member("userVerification", userVerification.rawValue)
            if !hints.isEmpty { options.member("hints", hints.map(\.rawValue)) }
        }
    }
}

extension RelyingParty {
    /// The options for signing in.
    ///
    /// - Parameters:
    ///   - challenge: random bytes, which the caller stores until the credential arrives.
    ///   - allowed: the credentials of the user who is signing in; empty if the user is not known.
    ///   - hints: the kinds of authenticators that the person is likely to use, the likeliest first.
    ///   - timeout: in milliseconds.
    package func authenticationOptions(
        challenge: [UInt8], allowing allowed: [CredentialDescriptor] = [],
        hints: [PublicKeyCredentialHint] = [], timeout: Int64 = 300_000
    ) -> AuthenticationOptions {
        AuthenticationOptions(
            relyingPartyID: id, challenge: challenge, timeout: timeout, allowed: allowed,
            userVerification: userVerification, hints: hints, demands: demands())
    }
}
