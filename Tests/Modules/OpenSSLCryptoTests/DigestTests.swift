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

    struct PublishedCode: Sendable {
        let name: String
        let key: [UInt8]
        let message: [UInt8]
        let code: [UInt8]
    }

    /// RFC 4231 section 4.
    static let codes = [
        PublishedCode(
            name: "case 1", key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
            code: hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")),
        PublishedCode(
            name: "case 2, a short key", key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")),
        PublishedCode(
            name: "case 3", key: [UInt8](repeating: 0xAA, count: 20), message: [UInt8](repeating: 0xDD, count: 50),
            code: hex("773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe")),
        PublishedCode(
            name: "case 6, a key longer than a block", key: [UInt8](repeating: 0xAA, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")),
    ]

    @Test("HMAC gives the published codes of RFC 4231", arguments: codes)
    func authenticationCodes(expected: PublishedCode) {
        #expect(HMACSHA256.authenticationCode(for: expected.message, key: expected.key) == expected.code)
        #expect(HMACSHA256.isValid(expected.code, for: expected.message, key: expected.key))
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
