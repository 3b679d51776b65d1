private import JOSE
private import OpenSSLCrypto
internal import Primitives

/// What an answer says, whoever vouches for it: not yet whether that is enough.
struct Proof: Equatable {
    let subject: String
    let actionCode: String
    let idempotencyKey: String
    let method: VerificationMethod
    let state: ActionState
    /// When it came about, in seconds since 1970, where the token itself says so.
    let time: Int64?
    /// The digest of the address that a code went to, where the token itself holds one.
    let emailDigest: String?
}

extension Proof {
    /// The proof's key in the state table. User, action and idempotency key make a proof the one it is: a token minted
    /// again for the same proof, with other times or another signature, is the same proof.
    func item(in userPoolID: String) -> String {
        let identity = FieldList.bytes("proof", [userPoolID, subject, actionCode, idempotencyKey])
        return "proof#" + Base64URL.encode(SHA256.digest(of: identity))
    }
}
