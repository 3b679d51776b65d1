internal import JSON
private import Primitives

extension RelyingParty {
    /// The options for signing in (WebAuthn section 5.1.10, `PublicKeyCredentialRequestOptionsJSON`), with every member
    /// that Authsignal's SDKs need. What they demand of the person, `demands(mediation:)` says.
    ///
    /// - Parameters:
    ///   - challenge: random bytes, which the caller stores until the credential arrives.
    ///   - allowed: the credentials that may sign; empty to let the person choose. The JSON contains the list even if it is
    ///     empty.
    ///   - hints: the kinds of authenticators that the person is likely to use, the likeliest first.
    ///   - timeout: how long the person may take, in milliseconds.
    package func authenticationOptions(
        challenge: [UInt8], allowing allowed: [CredentialDescriptor] = [],
        hints: [PublicKeyCredentialHint] = [], timeout: Int64 = 300_000
    ) -> [UInt8] {
        JSONWriter.object { options in
            options.member("challenge", Base64URL.encode(challenge))
            options.member("timeout", timeout)
            options.member("rpId", id)
            options.member("allowCredentials", elements: allowed.map(\.json))
            options.member("userVerification", userVerification.rawValue)
            if !hints.isEmpty { options.member("hints", hints.map(\.rawValue)) }
        }
    }
}
