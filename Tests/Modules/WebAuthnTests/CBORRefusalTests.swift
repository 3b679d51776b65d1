import Testing
import WebAuthn

@Suite("Refused CBOR")
struct CBORRefusalTests {
    static let refused: [(text: String, error: CBORError)] = [
        ("", .unexpectedEnd),
        // Numbers and lengths that are longer than necessary.
        ("1800", .notShortest(offset: 0)), ("1817", .notShortest(offset: 0)), ("190017", .notShortest(offset: 0)),
        ("1900ff", .notShortest(offset: 0)), ("1a0000ffff", .notShortest(offset: 0)),
        ("1b00000000ffffffff", .notShortest(offset: 0)), ("3817", .notShortest(offset: 0)),
        ("580161", .notShortest(offset: 0)), ("780161", .notShortest(offset: 0)),
        ("590001 61", .notShortest(offset: 0)), ("980100", .notShortest(offset: 0)),
        ("b8010000", .notShortest(offset: 0)), ("a1180000", .notShortest(offset: 1)),
        // Indefinite lengths, including those of RFC 8949 appendix A.
        ("5f42010243030405ff", .indefiniteLength(offset: 0)),
        ("7f657374726561646d696e67ff", .indefiniteLength(offset: 0)),
        ("9fff", .indefiniteLength(offset: 0)), ("bf61610161629f0203ffff", .indefiniteLength(offset: 0)),
        ("83018202039f0405ff", .indefiniteLength(offset: 5)), ("ff", .indefiniteLength(offset: 0)),
        ("81ff", .indefiniteLength(offset: 1)), ("1f", .indefiniteLength(offset: 0)),
        // Reserved initial bytes.
        ("1c", .reservedInformation(offset: 0)), ("3d", .reservedInformation(offset: 0)),
        ("5e", .reservedInformation(offset: 0)), ("7c", .reservedInformation(offset: 0)),
        ("9d", .reservedInformation(offset: 0)), ("be", .reservedInformation(offset: 0)),
        ("fc", .reservedInformation(offset: 0)), ("fe", .reservedInformation(offset: 0)),
        // Tags.
        ("c074323031332d30332d32315432303a30343a30305a", .tag(offset: 0)), ("c249010000000000000000", .tag(offset: 0)),
        ("d74401020304", .tag(offset: 0)), ("d818456449455446", .tag(offset: 0)), ("81c100", .tag(offset: 1)),
        // Simple values.
        ("f7", .unsupportedSimpleValue(offset: 0)), ("e0", .unsupportedSimpleValue(offset: 0)),
        ("f0", .unsupportedSimpleValue(offset: 0)), ("f3", .unsupportedSimpleValue(offset: 0)),
        ("f818", .unsupportedSimpleValue(offset: 0)), ("f8ff", .unsupportedSimpleValue(offset: 0)),
        ("f814", .unsupportedSimpleValue(offset: 0)),
        // Text.
        ("61ff", .invalidUTF8(offset: 0)), ("62c328", .invalidUTF8(offset: 0)), ("63eda080", .invalidUTF8(offset: 0)),
        ("62c080", .invalidUTF8(offset: 0)), ("8161c3", .invalidUTF8(offset: 1)),
        // Truncated items.
        ("18", .unexpectedEnd), ("1900", .unexpectedEnd), ("41", .unexpectedEnd), ("6261", .unexpectedEnd),
        ("81", .unexpectedEnd), ("8200", .unexpectedEnd), ("a1", .unexpectedEnd), ("a100", .unexpectedEnd),
        ("a2000001", .unexpectedEnd), ("f9", .unexpectedEnd), ("fa000000", .unexpectedEnd), ("fb00", .unexpectedEnd),
        ("5bffffffffffffffff", .unexpectedEnd), ("9bffffffffffffffff", .unexpectedEnd),
        ("bb7fffffffffffffff", .unexpectedEnd), ("9b0000000100000000", .unexpectedEnd),
        // Keys.
        ("a14000", .unsupportedKey(offset: 1)), ("a18000", .unsupportedKey(offset: 1)),
        ("a1a000", .unsupportedKey(offset: 1)), ("a1f500", .unsupportedKey(offset: 1)),
        ("a1c000", .unsupportedKey(offset: 1)), ("a20102 f9000000", .unsupportedKey(offset: 3)),
        ("a201000100", .duplicateKey(offset: 3)), ("a2616100616100", .duplicateKey(offset: 4)),
        ("a3 0100 0200 0100", .duplicateKey(offset: 5)), ("a3 0200 0100 0200", .duplicateKey(offset: 5)),
        // Trailing bytes.
        ("0000", .trailingBytes(offset: 1)), ("a0f6", .trailingBytes(offset: 1)), ("4100ff", .trailingBytes(offset: 2)),
        // Depth.
        ("818181818180", .tooDeep(offset: 5)), ("a100a100a100a100a100a0", .tooDeep(offset: 10)),
        ("8181818181a0", .tooDeep(offset: 5)), ("818181818181818181", .tooDeep(offset: 5)),
    ]

    @Test("each kind of non-canonical bytes is refused with its own error", arguments: refused)
    func nonCanonicalBytesAreRefused(text: String, error: CBORError) {
        #expect(throws: error) { try CBORValue(decoding: hex(text)) }
    }

    @Test("five levels are read, any number of them side by side, and at most the limit of bytes")
    func depthAndSizeAreLimited() throws {
        #expect(try CBORValue(decoding: hex("8181818180")).elements?.count == 1)
        #expect(try CBORValue(decoding: hex("82 81818180 81818180")).elements?.count == 2)
        let limit = CBORLimits.standard.maximumBytes
        let longest = hex("59fffd") + [UInt8](repeating: 0, count: 0xFFFD)
        #expect(longest.count == limit)
        #expect(try CBORValue(decoding: longest).bytes?.count == 0xFFFD)
        #expect(throws: CBORError.tooLarge(limit: limit)) { try CBORValue(decoding: longest + [0]) }
        let small = CBORLimits(maximumBytes: 2, maximumDepth: 0)
        #expect(throws: CBORError.tooDeep(offset: 0)) { try CBORValue(decoding: [0x80], limits: small) }
        #expect(throws: CBORError.tooLarge(limit: 2)) { try CBORValue(decoding: [0x42, 0, 0], limits: small) }
    }

    @Test("every item has one encoding but for the order of keys: random bytes that can be read are written again")
    func everyItemHasOneEncodingButForOrder() throws {
        var numbers = SeededNumbers(state: 1)
        var readCount = 0
        for _ in 0..<40_000 {
            // A small alphabet makes valid items more likely.
            let alphabet: [UInt8] = [
                0, 1, 0x17, 0x18, 0x20, 0x41, 0x61, 0x62, 0x80, 0x81, 0x82, 0xA0, 0xA1, 0xA2, 0xF5, 0xF6,
            ]
            let bytes = (0..<Int.random(in: 1...10, using: &numbers)).map { _ in
                Bool.random(using: &numbers)
                    ? alphabet[Int.random(in: 0..<16, using: &numbers)] : UInt8.random(in: 0...0xF7, using: &numbers)
            }
            guard let (value, length) = try? CBORValue.decodePrefix(of: bytes[...]) else { continue }
            readCount += 1
            #expect(value.encoded.sorted() == bytes[..<length].sorted(), "\(bytes)")
        }
        #expect(readCount > 10_000)
    }
}
