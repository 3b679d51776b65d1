import OpenSSLCrypto
import TestSupport
import Testing

@Suite("AES-256-GCM")
struct AES256GCMTests {
    private let key = Array(UInt8(0)..<32)
    private let context = Array("context".utf8)

    @Test("a sealed text of any length opens again", arguments: [0, 1, 15, 16, 17, 5_000])
    func roundTrip(length: Int) throws {
        let text = [UInt8](repeating: 7, count: length)
        let sealed = try AES256GCM.seal(text, key: key, context: context)
        #expect(sealed.count == length + 28)
        #expect(try AES256GCM.open(sealed, key: key, context: context) == text)
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
        #expect(try AES256GCM.open(sealed, key: key, context: context) == text)
    }

    @Test("sealing the same text twice never gives the same bytes")
    func noncesDiffer() throws {
        #expect(try AES256GCM.seal([1], key: key) != AES256GCM.seal([1], key: key))
    }

    @Test("a changed bit in nonce, text or tag is detected", arguments: [0, 11, 12, 20, 27, 43])
    func changedBit(index: Int) throws {
        var sealed = try AES256GCM.seal([UInt8](repeating: 1, count: 16), key: key)
        sealed[index] ^= 0x10
        #expect(try AES256GCM.open(sealed, key: key) == nil)
    }

    @Test("another key, another context and a shortened text are detected")
    func wrongKeyContextOrLength() throws {
        let sealed = try AES256GCM.seal([1, 2, 3], key: key, context: context)
        #expect(try AES256GCM.open(sealed, key: Array(key.reversed()), context: context) == nil)
        #expect(try AES256GCM.open(sealed, key: key) == nil)
        #expect(try AES256GCM.open(sealed.dropLast(), key: key, context: context) == nil)
        #expect(try AES256GCM.open(Array(sealed.prefix(27)), key: key, context: context) == nil)
        #expect(try AES256GCM.open([], key: key, context: context) == nil)
    }

    @Test("bytes that are too few for nonce and tag open to nothing, whatever they are")
    func tooFewBytes() throws {
        // A tag of one byte would be right for one byte in 256.
        for number in 0..<16_384 {
            let sealed = [UInt8(number % 256)]
            #expect(try AES256GCM.open(sealed, key: key, context: [UInt8(number / 256)]) == nil)
        }
    }

    @Test("a key of a wrong length is refused", arguments: [0, 16, 31, 33])
    func wrongKeyLength(length: Int) {
        let key = [UInt8](repeating: 0, count: length)
        #expect(throws: CryptoError.invalidKey) { try AES256GCM.seal([], key: key) }
        #expect(throws: CryptoError.invalidKey) { try AES256GCM.open([], key: key) }
    }
}
