import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Signatures")
struct SignatureTests {
    static let message = Array("a message".utf8)

    @Test(
        "a generated key's signature is valid until a bit of it or of the message changes",
        arguments: SignatureScheme.allCases)
    func roundTrip(scheme: SignatureScheme) throws {
        let key = try PrivateKey.generate(scheme.keyKind)
        let signature = try key.signature(of: Self.message, scheme: scheme)
        #expect(key.publicKey.isValid(signature, of: Self.message, scheme: scheme))
        #expect(!key.publicKey.isValid(signature, of: Self.message + [0], scheme: scheme))
        #expect(!key.publicKey.isValid(signature, of: [], scheme: scheme))
        for index in signature.indices {
            var wrong = signature
            wrong[index] ^= 1
            #expect(!key.publicKey.isValid(wrong, of: Self.message, scheme: scheme), "byte \(index)")
        }
        for wrong in [[], Array(signature.dropLast()), signature + [0], [0] + signature] {
            #expect(!key.publicKey.isValid(wrong, of: Self.message, scheme: scheme))
        }
    }

    @Test("a raw ECDSA signature always has 64 bytes, including leading zeros")
    func rawSignatureLength() throws {
        let key = try PrivateKey.generate(.p256)
        // Of 600 pairs about five hold a number with a leading zero byte.
        for number in 0..<600 {
            let message = [UInt8(number & 0xFF), UInt8(number >> 8)]
            let signature = try key.signature(of: message, scheme: .ecdsaP256SHA256)
            try #require(signature.count == 64)
            try #require(key.publicKey.isValid(signature, of: message, scheme: .ecdsaP256SHA256))
        }
    }

    @Test("a key neither signs nor verifies with a scheme for another kind of key", arguments: KeyKind.allCases)
    func schemeForAnotherKind(kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind)
        for scheme in SignatureScheme.allCases where scheme.keyKind != kind {
            #expect(throws: CryptoError.wrongKeyKind) { try key.signature(of: Self.message, scheme: scheme) }
            #expect(!key.publicKey.isValid([UInt8](repeating: 1, count: 64), of: Self.message, scheme: scheme))
        }
    }

    @Test("the raw and the DER encoding of ECDSA are never mistaken for each other")
    func rawAndDERStayApart() throws {
        let key = try PrivateKey.generate(.p256)
        let raw = try key.signature(of: Self.message, scheme: .ecdsaP256SHA256)
        let der = try key.signature(of: Self.message, scheme: .ecdsaP256SHA256DER)
        #expect(!key.publicKey.isValid(raw, of: Self.message, scheme: .ecdsaP256SHA256DER))
        #expect(!key.publicKey.isValid(der, of: Self.message, scheme: .ecdsaP256SHA256))
    }

    @Test("Ed25519 gives the signature of RFC 8032 section 7.1, test 2")
    func ed25519Example() throws {
        let seed = hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
        let publicBytes = hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        let signature = hex(
            """
            92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
            085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
            """)
        let key = try PrivateKey(.ed25519(seed: seed))
        #expect(key.publicKey.components == .ed25519(publicBytes))
        #expect(try key.signature(of: [0x72], scheme: .ed25519) == signature)
        #expect(try PublicKey(.ed25519(publicBytes)).isValid(signature, of: [0x72], scheme: .ed25519))
    }

    @Test("ECDSA accepts the signature of RFC 6979 appendix A.2.5")
    func ecdsaP256Example() throws {
        let x = hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
        let y = hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
        let scalar = hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
        let signature = hex(
            """
            efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716
            f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
            """)
        let key = try PublicKey(.p256(x: x, y: y))
        #expect(key.isValid(signature, of: Array("sample".utf8), scheme: .ecdsaP256SHA256))
        #expect(try PrivateKey(.p256(scalar: scalar)).publicKey.components == key.components)
    }

    @Test("ECDSA on P-384 accepts the signature of RFC 6979 appendix A.2.6, in DER")
    func ecdsaP384Example() throws {
        let signature = hex(
            """
            3066
            0231 0094edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46
            0231 0099ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8
            """)
        let key = try PublicKey(.p384(x: KeyTests.x384, y: KeyTests.y384))
        #expect(key.isValid(signature, of: Array("sample".utf8), scheme: .ecdsaP384SHA384DER))
        #expect(!key.isValid(signature, of: Array("test".utf8), scheme: .ecdsaP384SHA384DER))
    }
}
