internal import JOSE
internal import OpenSSLCrypto
internal import SignInTokens
internal import TestKeys

/// The keys of the harness. They are the same in every run, so that an input found once means the same later.
enum Keys {
    static let shared = Array("a signing key that is long enough for HS256".utf8)
    static let foreign = Array("a signing key of somebody else, long enough".utf8)

    static let hs256 = certain("HS256") { try SigningKey(hs256Secret: shared, keyID: "one") }
    static let es256 = certain("ES256") {
        try SigningKey(PrivateKey(.p256(scalar: [UInt8](repeating: 7, count: 32))), keyID: "two")
    }
    static let edDSA = certain("EdDSA") {
        try SigningKey(PrivateKey(.ed25519(seed: [UInt8](repeating: 9, count: 32))), keyID: "three")
    }
    /// A key of Cognito, which uses no other algorithm. It is new in every run: no input holds what it signed.
    static let rs256 = certain("RS256") { try SigningKey(PrivateKey.generate(.rsa), keyID: "four") }
    static let all = [hs256, es256, edDSA]

    /// The keys of `signed` mode.
    static let signIn = certain("the keys of signed mode") { try SignInKeys(current: shared) }
    static let foreignSignIn = certain("foreign keys of signed mode") { try SignInKeys(current: foreign) }

    /// What `SignInKeys` derives, as the documentation says.
    static func derived(_ label: String, length: Int = 32, from key: [UInt8] = shared) -> [UInt8] {
        HKDFSHA256.derive(key, info: "cognito-passkeys \(label)", length: length)
    }
}
