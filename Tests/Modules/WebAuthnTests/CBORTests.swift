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
        #expect(try CBORValue(decoding: hex(text)) == value)
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
        #expect(try CBORValue(decoding: hex(text)) == .float(value))
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

    @Test("items are equal if their encodings are")
    func equalItemsHaveEqualEncodings() {
        #expect(CBORValue.text("K") != .text("\u{212A}"))
        #expect(CBORValue.text("K") == .text("K"))
        #expect(CBORValue.map([CBORMember(.text("\u{E9}"), .null)]) != .map([CBORMember(.text("e\u{301}"), .null)]))
        #expect(CBORValue.unsigned(1) != .negative(1))
        #expect(CBORValue.bytes([0x61]) != .text("a"))
    }
}
