internal import Authsignal

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
