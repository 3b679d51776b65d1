internal import OpenSSLCrypto
internal import Passkeys
internal import Primitives
internal import WebAuthn

extension RequestHandler {
    /// Issues a challenge for a ceremony: the sealed text, and the bytes for the options.
    func issue(
        _ purpose: Ceremony.Purpose, for bearer: Bearer?
    ) throws(APIError) -> (id: String, challenge: [UInt8]) {
        let ceremony = Ceremony(
            poolID: pool.id, relyingPartyID: settings.relyingParty.id, holder: Self.holder(bearer),
            issuedAt: now, expiration: now + RelyingParty.defaultTimeout, purpose: purpose)
        let sealed = try seal(ceremony.json, for: .ceremony)
        return (sealed.text, sealed.challenge)
    }

    /// The ceremony whose challenge a request answers. It was issued here, for this caller, and has not expired.
    func ceremony(_ body: RequestBody, for bearer: Bearer?) throws(APIError) -> OpenedCeremony {
        let text = try body.requiredText(PasskeyAnswer.challengeName, maximumLength: 8_192)
        do throws(ChallengeError) {
            return try pool.sealer.ceremony(
                text, poolID: pool.id, relyingPartyID: settings.relyingParty.id, heldBy: Self.holder(bearer), at: now)
        } catch {
            switch error {
            case .invalid: throw .invalidChallenge
            case .expired: throw .challengeExpired
            }
        }
    }

    /// What a caller is. It is never a round: only Verify takes answers to the challenges of rounds.
    private static func holder(_ bearer: Bearer?) -> Ceremony.Holder {
        bearer.map { .bearer(tokenDigest: $0.tokenDigest) } ?? .anybody
    }

    /// Stands for a credential id in a ceremony, in fewer bytes.
    static func digest(ofCredential id: [UInt8]) -> String {
        Base64URL.encode(Array(SHA256.digest(of: id).prefix(16)))
    }
}
