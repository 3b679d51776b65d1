internal import Addresses
package import JOSE
internal import OpenSSLCrypto
internal import Passkeys
internal import Primitives
internal import SignInTokens

/// The user pool whose users the service authenticates. The pool's functions seal challenge tokens for it and accept
/// the results that it signs. During a key rotation the previous key is accepted too.
package struct ServedPool: Sendable {
    /// The id by which clients name the pool.
    package let id: String
    /// The keys of the tokens.
    let keys: SignInKeys
    /// Seals what travels through the pool's apps.
    let sealer: Sealer
    private let key: [UInt8]

    /// A user pool and the key of its tokens.
    package init(id: String, key: [UInt8], previousKey: [UInt8]? = nil) throws(JOSEError) {
        keys = try SignInKeys(current: key, previous: previousKey)
        self.id = id
        self.key = key
        sealer = Sealer(secrets: keys.sealingSecrets)
    }

    /// The id of a user's mailbox, derived from the user and the address, so it is the same whether or not the user
    /// exists.
    func authenticatorID(userID: String, address: String) -> String {
        derivedID(Array("authenticator".utf8) + Array(userID.utf8) + [0] + EmailAddress.folded(address))
    }

    /// A made-up id for a round, in place of a real one that callers may learn only after a proof. It differs in each
    /// round.
    func pseudonym(_ label: String, for action: ActionID) -> String {
        derivedID(Array("pseudonym \(label) \(action.idempotencyKey)".utf8))
    }

    private func derivedID(_ text: [UInt8]) -> String {
        UUIDText.version4(Array(HMACSHA256.authenticationCode(for: text, key: key).prefix(16)))
    }
}
