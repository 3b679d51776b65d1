private import Primitives

/// A ceremony that came back.
package struct OpenedCeremony {
    /// What was sealed.
    package let ceremony: Ceremony
    /// The challenge in the options, 32 bytes.
    package let challenge: [UInt8]
    /// The challenge for the storage.
    package let issued: IssuedChallenge
}

/// Why a challenge cannot be answered.
package enum ChallengeError: Error, Equatable {
    /// It was not issued here, or for another caller.
    case invalid
    /// It was issued for this caller, and has expired.
    case expired
}

extension Ceremony {
    /// When it ends, in seconds since 1970: with its challenge, or with the action that the app has started before.
    fileprivate var end: Int64 {
        guard case .authentication(let asked) = purpose, let action = asked.startedAction else { return expiration }
        return min(expiration, action.expiration)
    }
}

extension Sealer {
    /// The ceremony whose challenge an app brings back. It was issued here, for this caller, and has not expired.
    /// - Parameters:
    ///   - text: the sealed text.
    ///   - holders: what the caller may be.
    ///   - now: seconds since 1970.
    package func ceremony(
        _ text: String, poolID: String, relyingPartyID: String, heldBy holders: Ceremony.Holder..., at now: Int64
    ) throws(ChallengeError) -> OpenedCeremony {
        guard let (contents, sealed) = open(text, for: .ceremony), let ceremony = Ceremony(json: contents),
            ceremony.poolID == poolID, ceremony.relyingPartyID == relyingPartyID,
            holders.contains(ceremony.holder)
        else { throw .invalid }
        // Last, so that only the caller who began the ceremony learns this.
        guard now < ceremony.end else { throw .expired }
        return OpenedCeremony(
            ceremony: ceremony, challenge: sealed.challenge,
            issued: IssuedChallenge(id: Base64URL.encode(sealed.seed), expiration: ceremony.expiration))
    }
}
