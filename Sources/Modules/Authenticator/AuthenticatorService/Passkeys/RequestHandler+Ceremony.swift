internal import OpenSSLCrypto
internal import Passkeys
internal import Primitives
internal import WebAuthn

extension RequestHandler {
    /// How long a person may take for a ceremony, in seconds.
    static let ceremonyLifetime = RelyingParty.defaultTimeout

    /// Issues a challenge for a ceremony: the sealed text, and the bytes for the options.
    /// - Parameter lifetime: how long the person may take, in seconds.
    func issue(
        _ purpose: Ceremony.Purpose, for bearer: Bearer?, lifetime: Int64 = ceremonyLifetime
    ) throws(APIError) -> (id: String, challenge: [UInt8]) {
        let ceremony = Ceremony(
            poolID: pool.id, relyingPartyID: settings.relyingParty.id, tokenDigest: bearer?.tokenDigest,
            issuedAt: now, expiration: now + lifetime, purpose: purpose)
        let sealed = try seal(ceremony.json, for: .ceremony)
        return (sealed.text, sealed.challenge)
    }

    /// The ceremony whose challenge a request answers. It was issued here, for this caller, and has not expired.
    func ceremony(_ body: RequestBody, for bearer: Bearer?) throws(APIError) -> OpenedCeremony {
        let text = try body.requiredText(PasskeyAnswer.challengeName, maximumLength: 8_192)
        do throws(ChallengeError) {
            return try pool.sealer.ceremony(
                text, poolID: pool.id, relyingPartyID: settings.relyingParty.id, tokenDigest: bearer?.tokenDigest,
                at: now)
        } catch {
            switch error {
            case .invalid: throw .invalidChallenge
            case .expired: throw .challengeExpired
            }
        }
    }

    /// Stands for a credential id in a ceremony, in fewer bytes.
    static func digest(ofCredential id: [UInt8]) -> String {
        Base64URL.encode(Array(SHA256.digest(of: id).prefix(16)))
    }
}
