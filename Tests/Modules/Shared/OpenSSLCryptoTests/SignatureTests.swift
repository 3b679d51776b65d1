import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Signatures")
struct SignatureTests {
    static let message = Array("a message".utf8)

    @Test(
        "a generated key's signature is valid until a bit of it or of the message changes",
        arguments: KeyKind.allCases.map { ($0, ECDSAForm.der) } + [(.p256, .raw)])
    func roundTrip(kind: KeyKind, form: ECDSAForm) throws {
        let key = try PrivateKey.generate(kind)
        let signature = try key.signature(of: Self.message, ecdsa: form)
        #expect(key.publicKey.isValid(signature, of: Self.message, ecdsa: form))
        #expect(!key.publicKey.isValid(signature, of: Self.message + [0], ecdsa: form))
        #expect(!key.publicKey.isValid(signature, of: [], ecdsa: form))
        for index in signature.indices {
            var wrong = signature
            wrong[index] ^= 1
            #expect(!key.publicKey.isValid(wrong, of: Self.message, ecdsa: form), "byte \(index)")
        }
        for wrong in [[], Array(signature.dropLast()), signature + [0], [0] + signature] {
            #expect(!key.publicKey.isValid(wrong, of: Self.message, ecdsa: form))
        }
    }

    @Test("a raw ECDSA signature always has 64 bytes, including leading zeros")
    func rawSignatureLength() throws {
        let key = try PrivateKey.generate(.p256)
        // Of 600 pairs about five hold a number with a leading zero byte.
        for number in 0..<600 {
            let message = [UInt8(number & 0xFF), UInt8(number >> 8)]
            let signature = try key.signature(of: message, ecdsa: .raw)
            try #require(signature.count == 64)
            try #require(key.publicKey.isValid(signature, of: message, ecdsa: .raw))
        }
    }

    @Test("the raw and the DER encoding of ECDSA are never mistaken for each other")
    func rawAndDERStayApart() throws {
        let key = try PrivateKey.generate(.p256)
        let raw = try key.signature(of: Self.message, ecdsa: .raw)
        let der = try key.signature(of: Self.message, ecdsa: .der)
        #expect(!key.publicKey.isValid(raw, of: Self.message, ecdsa: .der))
        #expect(!key.publicKey.isValid(der, of: Self.message, ecdsa: .raw))
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
        #expect(key.isValid(signature, of: Array("sample".utf8), ecdsa: .der))
        #expect(!key.isValid(signature, of: Array("test".utf8), ecdsa: .der))
        #expect(!key.isValid([UInt8](repeating: 1, count: 96), of: Array("sample".utf8), ecdsa: .raw))
    }
}

@Suite("AES-256-GCM")
struct AES256GCMTests {
    private let key = Array(UInt8(0)..<32)
    private let context = Array("context".utf8)

    @Test("a sealed text of any length opens again", arguments: [0, 1, 15, 16, 17, 5_000])
    func roundTrip(length: Int) throws {
        let text = [UInt8](repeating: 7, count: length)
        let sealed = try AES256GCM.seal(text, key: key, context: context)
        #expect(sealed.count == length + 28)
        try expect(AES256GCM.open(sealed, key: key, context: context), equals: text)
    }

    @Test("case 16 of the GCM specification opens, with nonce and tag put around the text")
    func publishedVector() throws {
        let key = hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
        let sealed = hex(
            "cafebabefacedbaddecaf888"
                + "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                + "76fc6ece0f4e1768cddf8853bb2d551b")
        let text = hex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
        let context = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        try expect(AES256GCM.open(sealed, key: key, context: context), equals: text)
    }

    @Test("sealing the same text twice never gives the same bytes")
    func noncesDiffer() throws {
        let two = try [AES256GCM.seal([1], key: key), AES256GCM.seal([1], key: key)]
        #expect(two[0] != two[1])
    }

    @Test("a changed bit in nonce, text or tag is detected", arguments: [0, 11, 12, 20, 27, 43])
    func changedBit(index: Int) throws {
        var sealed = try AES256GCM.seal([UInt8](repeating: 1, count: 16), key: key)
        sealed[index] ^= 0x10
        try expect(AES256GCM.open(sealed, key: key), equals: nil)
    }

    @Test("another key, another context and a shortened text are detected")
    func wrongKeyContextOrLength() throws {
        let sealed = try AES256GCM.seal([1, 2, 3], key: key, context: context)
        try expect(AES256GCM.open(sealed, key: Array(key.reversed()), context: context), equals: nil)
        try expect(AES256GCM.open(sealed, key: key), equals: nil)
        try expect(AES256GCM.open(sealed.dropLast(), key: key, context: context), equals: nil)
        try expect(AES256GCM.open(Array(sealed.prefix(27)), key: key, context: context), equals: nil)
        try expect(AES256GCM.open([], key: key, context: context), equals: nil)
    }

    @Test("bytes that are too few for nonce and tag open to nothing, whatever they are")
    func tooFewBytes() throws {
        // A tag of one byte would be right for one byte in 256.
        for number in 0..<16_384 {
            let sealed = [UInt8(number % 256)]
            try expect(AES256GCM.open(sealed, key: key, context: [UInt8(number / 256)]), equals: nil)
        }
    }

    @Test("a key of a wrong length is refused", arguments: [0, 16, 31, 33])
    func wrongKeyLength(length: Int) {
        let key = [UInt8](repeating: 0, count: length)
        #expect(throws: CryptoError.invalidKey) { try AES256GCM.seal([], key: key) }
        #expect(throws: CryptoError.invalidKey) { try AES256GCM.open([], key: key) }
    }
}
