import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Private keys")
struct PrivateKeyTests {
    /// The prime of the field of P-256; no coordinate may reach it.
    static let prime = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    /// The order of P-256's base point; no scalar may reach it.
    static let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

    @Test(
        "a scalar or seed that has a wrong length, is zero, or is not below the order is refused",
        arguments: [
            .p256(scalar: [UInt8](repeating: 0, count: 32)), .p256(scalar: order), .p256(scalar: prime),
            .p256(scalar: [UInt8](repeating: 1, count: 31)), .p256(scalar: [UInt8](repeating: 1, count: 33)),
            .ed25519(seed: [UInt8](repeating: 1, count: 31)), .ed25519(seed: []),
        ] as [PrivateKeyComponents])
    func invalidScalarOrSeed(components: PrivateKeyComponents) {
        #expect(throws: CryptoError.invalidKey) { try PrivateKey(components) }
    }

    @Test("an RSA private key whose numbers contradict each other is refused")
    func contradictoryRSANumbers() throws {
        guard case .rsa(let modulus, let exponent) = try PrivateKey.generate(.rsa).publicKey.components else {
            Issue.record("not an RSA key")
            return
        }
        let half = [UInt8](repeating: 0xFF, count: 128)
        let numbers = RSAPrivateNumbers(
            n: modulus, e: exponent, d: modulus, p: half, q: half, dp: half, dq: half, qi: half)
        #expect(throws: CryptoError.invalidKey) { try PrivateKey(.rsa(numbers)) }
    }
}
