import OpenSSLCrypto
import TestSupport
import Testing

@Suite("SHA-256 and HMAC")
struct DigestTests {
    @Test(
        "SHA-256 gives the digests that FIPS 180 publishes",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func publishedDigests(message: String, expected: String) {
        #expect(SHA256.digest(of: Array(message.utf8)) == hex(expected))
    }

    @Test("the SHA-256 digest of a million bytes is right")
    func digestOfLongMessage() {
        let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            SHA256.digest(of: message) == hex("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"))
    }

    @Test("a code is refused if a bit is flipped, or if it is shortened, lengthened or empty")
    func wrongCodes() {
        let (key, message): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5, 6])
        let code = HMACSHA256.authenticationCode(for: message, key: key)
        for bit in 0..<256 {
            var wrong = code
            wrong[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!HMACSHA256.isValid(wrong, for: message, key: key), "bit \(bit)")
        }
        for wrong in [Array(code.dropLast()), code + [0], []] {
            #expect(!HMACSHA256.isValid(wrong, for: message, key: key))
        }
    }

    @Test("a key of exactly one block is used unchanged, and a longer one is hashed")
    func keyOfOneBlockOrMore() {
        let block = [UInt8](repeating: 7, count: 64)
        let codes = [block, block + [7], block.dropLast(), SHA256.digest(of: block)].map {
            HMACSHA256.authenticationCode(for: [], key: Array($0))
        }
        #expect(Set(codes).count == 4)
        #expect(codes[1] == HMACSHA256.authenticationCode(for: [], key: SHA256.digest(of: block + [7])))
    }
}

@Suite("HKDF with SHA-256")
struct HKDFTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let material, salt, info: [UInt8]
        let key, output: String
    }

    /// RFC 5869, appendices A.1 to A.3.
    static let vectors = [
        Vector(
            testDescription: "A.1, basic", material: [UInt8](repeating: 0x0B, count: 22), salt: Array(0x00...0x0C),
            info: Array(0xF0...0xF9), key: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Vector(
            testDescription: "A.2, longer inputs and output", material: Array(0x00...0x4F), salt: Array(0x60...0xAF),
            info: Array(0xB0...0xFF), key: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            output: "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                + "cc30c58179ec3e87c14c01d5c1f3434f1d87"),
        Vector(
            testDescription: "A.3, without salt and info", material: [UInt8](repeating: 0x0B, count: 22), salt: [],
            info: [], key: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ]

    @Test("extracts and expands as the RFC's test cases do", arguments: vectors)
    func extractsAndExpands(_ vector: Vector) {
        let key = HKDFSHA256.extract(vector.material, salt: vector.salt)
        #expect(key == hex(vector.key))
        let output = hex(vector.output)
        #expect(HKDFSHA256.expand(key, info: vector.info, length: output.count) == output)
    }

    @Test("a shorter output is the beginning of a longer one", arguments: [0, 1, 31, 32, 33, 64, 8_160])
    func lengths(_ length: Int) {
        let key = HKDFSHA256.extract([1, 2, 3])
        let output = HKDFSHA256.expand(key, info: [4], length: length)
        #expect(output.count == length)
        #expect(output == Array(HKDFSHA256.expand(key, info: [4], length: HKDFSHA256.maximumLength).prefix(length)))
    }

    @Test("deriving is extracting without a salt, then expanding under the label")
    func derives() {
        let material = Array("key material".utf8)
        #expect(
            HKDFSHA256.derive(material, info: "label")
                == HKDFSHA256.expand(HKDFSHA256.extract(material), info: Array("label".utf8), length: 32))
        #expect(HKDFSHA256.derive(material, info: "label") != HKDFSHA256.derive(material, info: "other"))
    }
}

@Suite("Random bytes and comparison")
struct RandomAndCompareTests {
    @Test("as many random bytes come as were requested", arguments: [0, 1, 16, 255, 256, 257, 1000])
    func numberOfRandomBytes(count: Int) throws {
        try expect(SecureRandom.bytes(count).count, equals: count)
    }

    @Test("random bytes never repeat, and no part of a long request stays zero")
    func randomBytesDiffer() throws {
        let values = try (0..<200).map { _ in try SecureRandom.bytes(32) }
        #expect(Set(values).count == 200)
        let long = try SecureRandom.bytes(1024)
        for start in stride(from: 0, to: 1024, by: 32) {
            #expect(long[start..<start + 32].contains { $0 != 0 }, "bytes from \(start)")
        }
    }

    @Test(
        "strings are equal only if every byte and the length agree",
        arguments: [
            ([], [], true), ([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1, 2], [0, 2], false),
            ([1, 2], [1, 2, 0], false), ([1, 2], [1], false), ([0], [], false),
        ] as [([UInt8], [UInt8], Bool)])
    func constantTimeComparison(left: [UInt8], right: [UInt8], expected: Bool) {
        #expect(constantTimeEqual(left, right) == expected)
    }
}
