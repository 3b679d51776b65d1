internal import OpenSSLCrypto
internal import Primitives
internal import WebAuthn

/// A ceremony that was opened again.
struct OpenedCeremony {
    let ceremony: Ceremony
    /// The challenge in the options, 32 bytes.
    let challenge: [UInt8]
    /// As the storage knows it.
    let issued: IssuedChallenge
}

extension RequestHandler {
    /// How long a person may take for a ceremony, in seconds.
    private static let ceremonyLifetime: Int64 = 300

    /// Issues a challenge for a ceremony: the text that brings it back, and the bytes that go into the options.
    func issue(
        _ purpose: Ceremony.Purpose, demanding demands: CeremonyDemands, for caller: Caller
    ) throws(APIError) -> (id: String, challenge: [UInt8]) {
        let ceremony = Ceremony(
            tenantID: caller.tenant.id, relyingPartyID: settings.relyingParty.id,
            tokenDigest: caller.bearer?.tokenDigest, region: settings.region,
            expiration: now + Self.ceremonyLifetime, demands: demands, purpose: purpose)
        let sealed = try seal(ceremony.json, for: .ceremony, of: caller.tenant)
        return (sealed.text, sealed.challenge)
    }

    /// The ceremony whose challenge a request answers. It was issued here, for this caller, and has not expired.
    func ceremony(_ body: RequestBody, for caller: Caller) throws(APIError) -> OpenedCeremony {
        let text = try body.requiredText("challengeId", maximumLength: 8_192)
        guard let (contents, sealed) = caller.tenant.sealer.open(text, for: .ceremony),
            let ceremony = Ceremony(json: contents), ceremony.tenantID == caller.tenant.id,
            ceremony.relyingPartyID == settings.relyingParty.id, ceremony.tokenDigest == caller.bearer?.tokenDigest
        else { throw .invalidChallenge }
        guard ceremony.region == settings.region else {
            report(.otherRegion)
            throw .invalidChallenge
        }
        // Last, so that only whoever began the ceremony learns this, and they know when they began it.
        guard now < ceremony.expiration else { throw .challengeExpired }
        return OpenedCeremony(
            ceremony: ceremony, challenge: sealed.challenge,
            issued: IssuedChallenge(id: Base64URL.encode(sealed.seed), expiration: ceremony.expiration))
    }

    /// Stands for a credential id in a ceremony, in fewer bytes.
    static func digest(ofCredential id: [UInt8]) -> String {
        Base64URL.encode(Array(SHA256.digest(of: id).prefix(16)))
    }
}
