import TestKeys
import TestSupport
import Testing
import WebAuthn

@Suite("Canonical CBOR")
struct CBORTests {
    /// The examples of RFC 8949 appendix A that are canonical and of a kind that the reader accepts.
    static let accepted: [(text: String, value: CBORValue)] = [
        ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)),
        ("1818", .unsigned(24)), ("1819", .unsigned(25)), ("1864", .unsigned(100)), ("1903e8", .unsigned(1000)),
        ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
        ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)), ("20", .integer(-1)),
        ("29", .integer(-10)), ("3863", .integer(-100)), ("3903e7", .integer(-1000)),
        ("18ff", .unsigned(255)), ("190100", .unsigned(256)), ("19ffff", .unsigned(65_535)),
        ("1a00010000", .unsigned(65_536)), ("1affffffff", .unsigned(4_294_967_295)),
        ("1b0000000100000000", .unsigned(4_294_967_296)),
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6161", .text("a")),
        ("6449455446", .text("IETF")), ("62225c", .text("\"\\")), ("62c3bc", .text("\u{FC}")),
        ("63e6b0b4", .text("\u{6C34}")), ("64f0908591", .text("\u{10151}")), ("80", .array([])),
        ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        (
            "8301820203820405",
            .array([
                .unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)]),
            ])
        ),
        (
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            .array((1...25).map { .unsigned($0) })
        ),
        ("a0", .map([])),
        (
            "a201020304",
            .map([CBORMember(.unsigned(1), .unsigned(2)), CBORMember(.unsigned(3), .unsigned(4))])
        ),
        (
            "a26161016162820203",
            .map([
                CBORMember(.text("a"), .unsigned(1)), CBORMember(.text("b"), .array([.unsigned(2), .unsigned(3)])),
            ])
        ),
        ("826161a161626163", .array([.text("a"), .map([CBORMember(.text("b"), .text("c"))])])),
        (
            "a56161614161626142616361436164614461656145",
            .map(zip("abcde", "ABCDE").map { CBORMember(.text(String($0)), .text(String($1))) })
        ),
        // The order is by type, then length, then value: 10, 100, -1, "z", "aa".
        (
            "a50a011864022003617a0462616105",
            .map([
                CBORMember(.unsigned(10), .unsigned(1)), CBORMember(.unsigned(100), .unsigned(2)),
                CBORMember(.integer(-1), .unsigned(3)), CBORMember(.text("z"), .unsigned(4)),
                CBORMember(.text("aa"), .unsigned(5)),
            ])
        ),
    ]

    @Test("a canonical item is read, and written again unchanged", arguments: accepted)
    func canonicalItemIsReadAndWrittenUnchanged(text: String, value: CBORValue) throws {
        try expect(CBORValue(decoding: hex(text)), equals: value)
        #expect(value.encoded == hex(text))
    }

    @Test(
        "a floating-point number of any width has its value",
        arguments: [
            ("f90000", 0), ("f93c00", 1), ("f93e00", 1.5), ("f97bff", 65_504), ("f90001", 5.960464477539063e-8),
            ("f90400", 0.00006103515625), ("f9c400", -4), ("f97c00", .infinity), ("f9fc00", -.infinity),
            ("fa47c35000", 100_000), ("fa7f7fffff", 3.4028234663852886e+38), ("fb3ff199999999999a", 1.1),
            ("fb7e37e43c8800759c", 1.0e+300), ("fbc010666666666666", -4.1),
        ] as [(String, Double)])
    func floatOfAnyWidthIsRead(text: String, value: Double) throws {
        try expect(CBORValue(decoding: hex(text)), equals: .float(value))
    }

    @Test("not-a-number and minus zero are read as such")
    func notANumberAndMinusZeroAreRead() throws {
        for text in ["f97e00", "fa7fc00000", "fb7ff8000000000000"] {
            guard case .float(let value) = try CBORValue(decoding: hex(text)) else {
                Issue.record("\(text) is no number")
                continue
            }
            #expect(value.isNaN)
        }
        guard case .float(let zero) = try CBORValue(decoding: hex("f98000")) else {
            Issue.record("no number")
            return
        }
        #expect(zero == 0 && zero.sign == .minus)
    }

    @Test("an item is read from the front of the bytes, and its length is returned")
    func itemIsReadFromFront() throws {
        let bytes = hex("ff 83010203 a0")
        let (value, length) = try CBORValue.decodePrefix(of: bytes[1...])
        #expect(value.elements?.count == 3)
        #expect(length == 4)
        #expect(throws: CBORError.trailingBytes(offset: 4)) { try CBORValue(decoding: Array(bytes[1...])) }
    }

    @Test("members are found by the bytes of their names or by their numbers")
    func membersAreFoundByNameOrNumber() throws {
        let map = CBORValue.map([CBORMember(.integer(-2), .null), CBORMember(.text("K"), .bool(true))])
        #expect(map["K"] == .bool(true))
        #expect(map["\u{212A}"] == nil, "the Kelvin sign is canonically equivalent to K")
        #expect(map[-2] == .null)
        #expect(map[2] == nil)
        #expect(CBORValue.null["K"] == nil)
        #expect(CBORValue.unsigned(.max).integer == nil)
        #expect(CBORValue.negative(.max).integer == nil)
        #expect(CBORValue.negative(UInt64(Int64.max)).integer == .min)
        #expect(CBORValue.integer(.min) == .negative(UInt64(Int64.max)))
    }

    @Test("any number of maps and arrays may stand side by side")
    func siblingsAreNotNested() throws {
        let maps = Array(repeating: CBORValue.map([]), count: 20)
        try expect(CBORValue(decoding: CBORValue.array(maps).encoded), equals: .array(maps))
        let arrays = Array(repeating: CBORValue.array([]), count: 20)
        try expect(CBORValue(decoding: CBORValue.array(arrays).encoded), equals: .array(arrays))
    }

    @Test("items are equal if their encodings are")
    func equalItemsHaveEqualEncodings() {
        #expect(CBORValue.text("K") != .text("\u{212A}"))
        #expect(CBORValue.text("K") == .text("K"))
        #expect(CBORValue.map([CBORMember(.text("\u{E9}"), .null)]) != .map([CBORMember(.text("e\u{301}"), .null)]))
        #expect(CBORValue.unsigned(1) != .negative(1))
        #expect(CBORValue.bytes([0x61]) != .text("a"))
    }

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
        try expect(CBORValue(decoding: hex("8181818180")).elements?.count, equals: 1)
        try expect(CBORValue(decoding: hex("82 81818180 81818180")).elements?.count, equals: 2)
        let limit = 65_536
        let longest = hex("59fffd") + [UInt8](repeating: 0, count: 0xFFFD)
        #expect(longest.count == limit)
        try expect(CBORValue(decoding: longest).bytes?.count, equals: 0xFFFD)
        #expect(throws: CBORError.tooLarge(limit: limit)) { try CBORValue(decoding: longest + [0]) }
    }

    /// Input of the largest size accepted, in the shapes that are most work to read.
    static let heavy: [(what: String, bytes: [UInt8])] = {
        let size = 65_536
        // 21,000 keys from the highest to the lowest. Without the types, the compiler takes seconds.
        let keys = (0..<21_000).reversed().flatMap { (key: Int) -> [UInt8] in
            [0x19, UInt8(1 + key >> 8), UInt8(key & 0xFF), 0x00]
        }
        return [
            ("arrays in arrays", [UInt8](repeating: 0x81, count: size)),
            ("a long array", [0x99, 0xFF, 0xF0] + [UInt8](repeating: 0x00, count: 0xFFF0)),
            ("a map in reverse order", [0xB9, 0x3E, 0x80] + keys.prefix(64_000)),
            ("a map of one key", [0xB9, 0x7F, 0xF0] + [UInt8](repeating: 0x00, count: 2 * 0x7FF0)),
            ("a long text", [0x79, 0xFF, 0xF0] + [UInt8](repeating: 0x61, count: 0xFFF0)),
            ("a text of combining marks", [0x79, 0xFF, 0xF0] + (0..<0x7FF8).flatMap { _ in [0xCC, 0x81] as [UInt8] }),
            ("a count of what is not there", [0x9B] + [UInt8](repeating: 0xFF, count: 8)),
        ]
    }()

    @Test("the largest input in the worst shapes is read or refused at once", arguments: heavy.indices)
    func heavyInputIsReadAtOnce(index: Int) {
        let bytes = Self.heavy[index].bytes
        _ = try? CBORValue(decoding: bytes)
        let data = [UInt8](repeating: 0, count: 32) + [0x80, 0, 0, 0, 0] + bytes
        _ = try? AuthenticatorData(data)
        let credential = RegistrationCredential(id: [1], clientDataJSON: bytes, attestationObject: bytes)
        #expect(throws: WebAuthnError.self) { try RegistrationTests.verify(credential) }
    }
}
