private import JOSE
private import OpenSSLCrypto
internal import Primitives

/// What an answer proves, whichever service vouches for it. `ProofPolicy` decides whether that is enough.
struct Proof: Equatable {
    /// The user's `sub`.
    let subject: String
    /// The code of the action that was proven.
    let actionCode: String
    /// The idempotency key of the round for which it was proven.
    let idempotencyKey: String
    /// How the user proved who they are.
    let method: VerificationMethod
    /// Whether a factor was presented successfully.
    let isSuccessful: Bool
    /// When it was proven, in seconds since 1970; nil if only a look-up can tell.
    let time: Int64?
    /// The digest of the address that a code went to; nil if the token has none.
    var emailDigest: String?
    /// Whether the proof says that the device has verified its user, by biometrics or a PIN.
    var isUserVerified = false
}

extension Proof {
    /// The proof's key in the state table. User, action and idempotency key identify a proof: a token minted again for
    /// the same proof, with other times or another signature, is the same proof.
    func item(in userPoolID: String) -> String {
        let identity = LengthPrefixedFields.bytes("proof", [userPoolID, subject, actionCode, idempotencyKey])
        return "proof#" + Base64URL.encode(SHA256.digest(of: identity))
    }
}
