import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Keys")
struct KeyTests {
    static let x = hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
    static let y = hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
    /// The public key of RFC 6979 appendix A.2.6.
    static let x384 = hex(
        "ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0ea9055866064a254515480bc13")
    static let y384 = hex(
        "8015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720")
    /// The prime of the field of P-256; no coordinate may reach it.
    static let prime = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")

    @Test("a key made from a generated key's public numbers has the same numbers", arguments: KeyKind.allCases)
    func publicNumbers(kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind)
        #expect(key.kind == kind)
        try expect(PublicKey(key.publicKey.components).components, equals: key.publicKey.components)
    }

    @Test("a key is read from its DER encoding and from no other bytes", arguments: KeyKind.allCases)
    func keyFromDER(kind: KeyKind) throws {
        let components = try PrivateKey.generate(kind).publicKey.components
        let info = try CertificateBuilder.keyInfo(PublicKey(components))
        try expect(PublicKey(subjectPublicKeyInfo: info).components, equals: components)
        for wrong in [
            [], Array(info.dropLast()), Array(info.dropFirst()), info + [0], [UInt8](repeating: 0, count: 91),
        ] {
            #expect(throws: CryptoError.invalidKey) { try PublicKey(subjectPublicKeyInfo: wrong) }
        }
    }

    static let wrongPoints: [PublicKeyComponents] = [
        .p256(x: x, y: Array(y.dropLast()) + [0]),
        .p256(x: y, y: x),
        .p256(x: [UInt8](repeating: 0, count: 32), y: [UInt8](repeating: 0, count: 32)),
        .p256(x: prime, y: y),
        .p256(x: [0] + x, y: y),
        .p256(x: Array(x.dropFirst()), y: y),
        .p256(x: x, y: []),
        // Together as long as a point's coordinates.
        .p256(x: Array(x.dropLast()), y: x.suffix(1) + y),
        .p384(x: Array(x384.dropLast()), y: x384.suffix(1) + y384),
        .p384(x: x384, y: Array(y384.dropLast()) + [0]),
        .p384(x: y384, y: x384),
        .p384(x: x, y: y),
        .p384(x: [0] + x384, y: y384),
        .p384(x: x384, y: Array(y384.dropFirst())),
        .p256(x: x384, y: y384),
        .ed25519([UInt8](repeating: 0, count: 31)),
        .ed25519([UInt8](repeating: 0, count: 33)),
        .ed25519([]),
    ]

    @Test("a point that is not on the curve or has a wrong length is refused", arguments: wrongPoints)
    func invalidPoint(components: PublicKeyComponents) {
        #expect(throws: CryptoError.invalidKey) { try PublicKey(components) }
    }

    /// An odd number with exactly the given number of bits.
    static func modulus(bits: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xFF, count: (bits + 7) / 8)
        bytes[0] >>= UInt8((8 - bits % 8) % 8)
        return bytes
    }

    @Test("an RSA modulus of less than 2048 or more than 8192 bits is refused", arguments: [1024, 2047, 8193, 16384])
    func refusedRSASize(bits: Int) {
        #expect(throws: CryptoError.unsupportedKeySize) {
            try PublicKey(.rsa(modulus: Self.modulus(bits: bits), exponent: [1, 0, 1]))
        }
    }

    @Test(
        "an RSA modulus from 2048 to 8192 bits is accepted, leading zeros or not", arguments: [2048, 2049, 3072, 8192])
    func acceptedRSASize(bits: Int) throws {
        for zeros in 0...2 {
            let modulus = [UInt8](repeating: 0, count: zeros) + Self.modulus(bits: bits)
            try expect(PublicKey(.rsa(modulus: modulus, exponent: [1, 0, 1])).kind, equals: .rsa)
        }
    }

    @Test(
        "an RSA exponent that is even, below 65537 or beyond 32 bits is refused",
        arguments: [[], [0], [1], [3], [0xFF, 0xFF], [1, 0, 0], [1, 0, 2], [1, 0, 0, 0, 1], [1, 0, 1, 0, 1]]
            as [[UInt8]])
    func refusedRSAExponent(exponent: [UInt8]) {
        #expect(throws: CryptoError.invalidKey) {
            try PublicKey(.rsa(modulus: Self.modulus(bits: 2048), exponent: exponent))
        }
    }

    @Test("an RSA modulus that is even or empty is refused")
    func refusedRSAModulus() {
        for modulus in [[], [0, 0], Array(Self.modulus(bits: 2048).dropLast()) + [0xFE]] {
            #expect(throws: CryptoError.invalidKey) { try PublicKey(.rsa(modulus: modulus, exponent: [1, 0, 1])) }
        }
    }
}
