internal import JOSE
private import OpenSSLCrypto
private import Primitives

/// What follows from one `TOKEN_SIGNING_KEY`. None of it tells anything about the others, or about the key itself.
struct DerivedKeys: Sendable {
    /// The `kid` of both kinds of tokens.
    let keyID: String
    /// Seals challenge tokens.
    let challengeKey: ContentEncryptionKey
    /// Signs result tokens.
    let resultKey: SigningKey
    /// For digests of addresses.
    let digestKey: [UInt8]
    /// For the subjects of users whom Cognito does not know.
    let unknownUserKey: [UInt8]

    init(_ key: [UInt8]) throws(SignInKeysError) {
        func derived(_ label: String, length: Int = HKDFSHA256.hashLength) -> [UInt8] {
            HKDFSHA256.derive(key, info: "cognito-passkeys \(label)", length: length)
        }
        keyID = Base64URL.encode(derived("key id", length: 8))
        do {
            challengeKey = try ContentEncryptionKey(derived("challenge token"), keyID: keyID)
            resultKey = try SigningKey(hs256Secret: derived("result token"), keyID: keyID)
        } catch { throw .notDerived }
        digestKey = derived("email digest")
        unknownUserKey = derived("unknown user")
    }
}
