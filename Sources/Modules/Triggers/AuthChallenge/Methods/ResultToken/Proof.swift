internal import ExpiringState
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
    /// When it was proven, in seconds since 1970.
    var time = Fact<Int64>.notTold
    /// Whether the code went to the address that Cognito has now.
    var isAddressCurrent = Fact<Bool>.notTold
    /// The digest of the address that a code went to; nil if the token has none.
    var emailDigest: String?
    /// Whether the proof says that the device has verified its user, by biometrics or a PIN.
    var isUserVerified = false
    /// The Region whose functions may accept it; nil if it names none.
    var region: String?

    /// Something that a proof says itself, or that is looked up.
    enum Fact<Value: Equatable>: Equatable {
        /// The proof does not say it, and nobody has been asked.
        case notTold
        /// What the proof or a look-up has told; nil if it cannot be found out.
        case lookedUp(Value?)
    }
}

extension Proof {
    /// The proof's key in the state table. User, action and idempotency key identify a proof: a token minted again for
    /// the same proof, with other times or another signature, is the same proof.
    func item(in userPoolID: String) -> StateKey {
        let identity = LengthPrefixedFields.bytes("proof", [userPoolID, subject, actionCode, idempotencyKey])
        return StateKey(.proof, digest: Base64URL.encode(SHA256.digest(of: identity)))
    }
}
