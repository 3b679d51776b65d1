import Foundation
import OpenSSLCrypto
import Primitives
import Testing

@Suite("ASCII classes")
struct ASCIITests {
    static let digits = "0123456789"
    static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    static let small = "abcdefghijklmnopqrstuvwxyz"

    static let classes: [(name: String, isMember: @Sendable (UInt8) -> Bool, members: String)] = [
        ("digits", { $0.isASCIIDigit }, digits), ("capitals", { $0.isASCIIUppercase }, capitals),
        ("small letters", { $0.isASCIILowercase }, small), ("letters", { $0.isASCIILetter }, capitals + small),
        ("letters and digits", { $0.isASCIIAlphanumeric }, capitals + small + digits),
        ("characters of names", { $0.isASCIINameCharacter }, capitals + small + digits + "-_"),
    ]

    @Test("each class contains exactly its own byte values", arguments: classes.indices)
    func membersOfEachClass(index: Int) {
        let (name, isMember, members) = Self.classes[index]
        #expect((UInt8.min...UInt8.max).filter(isMember) == members.utf8.sorted(), "\(name)")
    }

    @Test("capital letters become small, and every other byte stays the same")
    func lowercased() {
        for byte in UInt8.min...UInt8.max {
            let isCapital = Self.capitals.utf8.contains(byte)
            #expect(byte.asciiLowercased == (isCapital ? byte + 32 : byte))
        }
    }

    @Test("22 bytes are hexadecimal digits, each with the value that Swift gives it")
    func hexadecimalDigits() {
        for byte in UInt8.min...UInt8.max {
            #expect(byte.hexadecimalValue.map { Int($0) } == Character(Unicode.Scalar(byte)).hexDigitValue)
        }
        #expect((UInt8.min...UInt8.max).filter { $0.hexadecimalValue != nil }.count == 22)
    }
}

@Suite("Exact comparison of texts")
struct ExactTextTests {
    static let differing: [(String, String)] = [
        ("K", "\u{212A}"), ("\u{E9}", "e\u{301}"), (";", "\u{37E}"), ("a", "A"), ("a", "a\u{301}"), ("a", "ab"),
        ("", "a"),
        ("a\u{301}\u{323}", "a\u{323}\u{301}"), ("\u{0}", ""),
    ]

    @Test("texts of different bytes are different, even if they are canonically equivalent", arguments: differing)
    func differentBytesAreDifferent(one: String, other: String) {
        #expect(!one.hasSameBytes(as: other))
        #expect(!other.hasSameBytes(as: one))
    }

    @Test("a text has the same bytes as itself", arguments: ["", "a", "\u{212A}", "e\u{301}", "\u{1F511}"])
    func sameBytesAreSame(text: String) {
        #expect(text.hasSameBytes(as: String(decoding: Array(text.utf8), as: UTF8.self)))
    }

    @Test("the hash depends on the bytes, and on where one text ends and the next begins")
    func hashDependsOnBytes() {
        func hash(_ texts: String...) -> Int {
            var hasher = Hasher()
            for text in texts { hasher.combine(bytesOf: text) }
            return hasher.finalize()
        }
        #expect(hash("\u{E9}", "b") == hash("\u{E9}", "b"))
        #expect(hash("K") != hash("\u{212A}"))
        #expect(hash("ab", "c") != hash("a", "bc"))
    }
}

@Suite("Fields with their lengths")
struct LengthPrefixedFieldsTests {
    @Test(
        "are never the bytes of other fields",
        arguments: [
            (["ab", "c"], ["a", "bc"]), (["ab"], ["a", "b"]), ([], [""]), (["", "a"], ["a", ""]),
            (["1:a"], ["1", "a"]), (["a"], ["a", ""]),
        ])
    func fieldsAreTold(apart one: [String], _ other: [String]) {
        #expect(LengthPrefixedFields.bytes("label", one) != LengthPrefixedFields.bytes("label", other))
    }

    @Test("have each field's bytes after their number, the label's first")
    func fieldsHaveTheirForm() {
        #expect(LengthPrefixedFields.bytes("key", ["a", "", "é"]) == Array("3:key1:a0:2:é".utf8))
    }
}

@Suite("Forms of action codes, bearer tokens, log words and addresses")
struct TextFormTests {
    @Test(
        "an action's code is 1 to 64 letters, digits, hyphens and underscores",
        arguments: [
            ("a", true), ("cognitoAuth", true), ("A-z_0", true), (String(repeating: "a", count: 64), true), ("", false),
            (String(repeating: "a", count: 65), false), ("a b", false), ("a.b", false), ("é", false), ("a\0", false),
            ("a\n", false), ("ａ", false),
        ])
    func actionCode(text: String, isValid: Bool) {
        #expect(ActionCode.isValid(text) == isValid)
    }

    @Test(
        "a bearer token consists of letters, digits and seven punctuation marks",
        arguments: [
            ("a", true), ("a.b-c_d~e+f/g==", true), ("", false), ("a,b", false), ("a b", false), ("a\"", false),
            ("é", false), ("a\0", false),
        ])
    func bearerToken(text: String, isValid: Bool) {
        #expect(BearerToken.isValid(text) == isValid)
    }

    @Test(
        "a log word has at most 40 letters, spaces, full stops and underscores",
        arguments: [
            ("invalid_request", true), ("Not found.", true), (String(repeating: "a", count: 40), true), ("", true),
            (String(repeating: "a", count: 41), false), ("a1", false), ("a-b", false), ("a\n", false), ("é", false),
        ])
    func logWord(word: String, isShown: Bool) {
        #expect(word.logWord == (isShown ? word : "unreadable"))
    }
}

@Suite("UUIDs as text")
struct UUIDTextTests {
    @Test(
        "a version 4 UUID has its bytes in order, in lower case, with the bits of version and variant",
        arguments: [
            (Array(repeating: 0, count: 16), "00000000-0000-4000-8000-000000000000"),
            (Array(repeating: 255, count: 16), "ffffffff-ffff-4fff-bfff-ffffffffffff"),
            (Array(0...15), "00010203-0405-4607-8809-0a0b0c0d0e0f"),
            (Array(240...255), "f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff"),
        ] as [([UInt8], String)])
    func version4Text(bytes: [UInt8], text: String) {
        #expect(UUIDText.version4(bytes) == text)
    }

    @Test("Foundation reads a UUID made of random bytes as the same UUID")
    func agreesWithFoundation() throws {
        for _ in 0..<200 {
            let text = UUIDText.version4(try SecureRandom.bytes(16))
            let uuid = try #require(UUID(uuidString: text))
            #expect(uuid.uuidString.lowercased() == text)
            #expect(uuid.uuid.6 >> 4 == 4)
            #expect(uuid.uuid.8 >> 6 == 2)
        }
    }

    @Test("16 bytes are written as a UUID of any version")
    func textOfBytes() {
        let text = "ea9b8d66-4d01-1d21-3ce4-b6b48cb57504"
        #expect(UUIDText.bytes(text).map(UUIDText.text(of:)) == text)
    }

    @Test(
        "a text of other groups or digits is no UUID",
        arguments: [
            "", "ea9b8d664d011d213ce4b6b48cb57504", "ea9b8d66-4d01-1d21-3ce4-b6b48cb5750",
            "ea9b8d66-4d01-1d21-3ce4b6b4-8cb57504", "ea9b8d66-4d01-1d21-3ce4-b6b48cb57504-",
            "ea9b8d66-4d01-1d21-3ce4-b6b48cb5750g", "EA9B8D66-4D01-1D21-3CE4-B6B48CB57504",
        ])
    func otherTextIsNoUUID(text: String) {
        #expect(UUIDText.bytes(text) == nil)
    }
}
