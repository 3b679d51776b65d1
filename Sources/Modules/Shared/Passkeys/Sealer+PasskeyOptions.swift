internal import JSON
package import OpenSSLCrypto
internal import Primitives
package import WebAuthn

extension Sealer {
    /// Options that any passkey on the device can answer. Its assertion may itself be the answer to Cognito's challenge.
    /// - Parameters:
    ///   - action: what the passkey proves.
    ///   - holder: who may answer.
    ///   - hints: the kinds of authenticators that the person is likely to use, the likeliest first.
    ///   - lifetime: how long the person may take, in seconds.
    ///   - now: seconds since 1970.
    /// - Returns: a JSON object with the sealed challenge and the options.
    package func passkeyOptions(
        for action: StartedAction, holder: Ceremony.Holder, poolID: String, relyingParty: RelyingParty,
        hints: [PublicKeyCredentialHint], lifetime: Int64, at now: Int64
    ) throws(CryptoError) -> [UInt8] {
        let ceremony = Ceremony(
            poolID: poolID, relyingPartyID: relyingParty.id, holder: holder, issuedAt: now, expiration: now + lifetime,
            purpose: .authentication(.init(allowed: [], startedAction: action, username: nil)))
        let sealed = try seal(ceremony.json, for: .ceremony)
        let options = relyingParty.authenticationOptions(challenge: sealed.challenge, hints: hints, timeout: lifetime)
        return PasskeyAnswer.options(options, challengeID: sealed.text)
    }

    /// How long a person may take for such options, in seconds: Verify reckons the age of the proof from their issue.
    package static func lifetimeOfOptions(maximumProofAge: Int64, tokenLifetime: Int64) -> Int64 {
        min(RelyingParty.defaultTimeout, maximumProofAge, tokenLifetime)
    }
}

extension PasskeyAnswer {
    /// What an app gets for a ceremony: the options, and the sealed challenge that it brings back.
    package static func options(_ options: [UInt8], challengeID: String) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member(challengeName, challengeID)
            answer.member("options", raw: options)
        }
    }
}
