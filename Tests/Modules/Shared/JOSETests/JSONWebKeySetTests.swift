import JOSE
import JSON
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("JSON Web Key sets")
struct JSONWebKeySetTests {
    private static func set(_ entries: String...) throws -> JSONWebKeySet {
        try JSONWebKeySet(parsing: Array(#"{"keys":[\#(entries.joined(separator: ","))]}"#.utf8))
    }

    static func ec(_ more: String) -> String { #"{"kty":"EC","crv":"P-256",\#(JSONWebKeyTests.point)\#(more)}"# }

    @Test("a published set is read back in order, without the secrets")
    func roundTrip() throws {
        let keys = try JOSEFixture.keyKinds.enumerated().map { index, kind in
            try SigningKey(PrivateKey.generate(kind), keyID: "key \(index)").verificationKey
        }
        let text = JSONWebKeySet.text(publishing: try keys + [JOSEFixture.key.verificationKey])
        let read = try JSONWebKeySet(parsing: text)
        #expect(read.keys.map(\.keyID) == ["key 0", "key 1", "key 2"])
        #expect(read.keys.map(\.publicJWK) == keys.map(\.publicJWK))
    }

    @Test("entries that cannot be used are left out")
    func unusableEntries() throws {
        let set = try Self.set(
            #"{"kty":"AKP","alg":"ML-DSA-44","pub":"AAAA"}"#, #"{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}"#,
            Self.ec(#","alg":"ES384""#), Self.ec(#","use":"enc""#), Self.ec(#","key_ops":["encrypt"]"#), "{}",
            #"{"kty":"oct","k":"\#(JSONWebKeyTests.k)"}"#, Self.ec(#","kid":"good""#))
        #expect(set.keys.map(\.keyID) == ["good"])
    }

    @Test("an empty set has no keys, and unknown members are ignored")
    func emptySet() throws {
        try expect(Self.set().keys) { $0.isEmpty }
        try expect(JSONWebKeySet(parsing: Array(#"{"x":1,"keys":[]}"#.utf8)).keys) { $0.isEmpty }
    }

    @Test(
        "a text that is not a key set is refused",
        arguments: [
            "", "[]", "{}", #"{"keys":{}}"#, #"{"keys":null}"#, #"{"keys":[],"keys":[]}"#, "\u{FEFF}{\"keys\":[]}",
            #"{"keys":[{"kty":"oct","kty":"oct"}]}"#,
        ])
    func malformedSet(text: String) {
        #expect(throws: JOSEError.invalidKeySet) { try JSONWebKeySet(parsing: Array(text.utf8)) }
    }

    @Test("a set of more than 64 entries is refused")
    func tooManyEntries() throws {
        let entries = (0..<64).map { Self.ec(#","kid":"\#($0)""#) }.joined(separator: ",")
        try expect(Self.set(entries).keys.count, equals: 64)
        #expect(throws: JOSEError.invalidKeySet) { try Self.set(entries, "{}") }
    }

    @Test("a whole set is refused if it holds a private key")
    func publishedPrivateKey() {
        #expect(throws: JOSEError.privateKeyPublished) {
            try Self.set(Self.ec(""), Self.ec(#","kid":"leaked","d":"\#(JSONWebKeyTests.d)""#))
        }
    }

    @Test(
        "a member that is null is an absent one",
        arguments: [
            #""d":null"#, #""p":null,"q":null,"dp":null,"dq":null,"qi":null,"oth":null"#, #""alg":null"#,
            #""use":null"#, #""key_ops":null"#, #""x5c":null"#, #""kid":null"#,
        ])
    func nullMembers(_ members: String) throws {
        let keys = try Self.set(Self.ec(",\(members)")).keys
        #expect(keys.map(\.keyID) == [nil])
        let others = try Self.set(
            #"{"kty":null,"crv":"P-256",\#(JSONWebKeyTests.point)}"#, Self.ec(""),
            #"{"kty":"EC","crv":null,\#(JSONWebKeyTests.point)}"#, #"{"kty":"EC","crv":"P-256","x":null,"y":null}"#
        ).keys
        #expect(others.count == 1)
    }

    @Test("a private member that is not null refuses the whole set", arguments: ["\"\"", "0", "false", "{}", "\"AA\""])
    func privateMembersOfAnyType(_ value: String) {
        #expect(throws: JOSEError.privateKeyPublished) { try Self.set(Self.ec(""), Self.ec(",\"d\":\(value)")) }
    }

    @Test("an entry that is not an object is skipped", arguments: ["null", "1", "\"key\"", "true", "[]", "[{}]"])
    func entryThatIsNotAnObject(_ entry: String) throws {
        try expect(Self.set(entry, Self.ec(#","kid":"good""#), entry).keys.map(\.keyID), equals: ["good"])
    }

    @Test("two keys with one kid are two candidates, of one algorithm or of two")
    func candidatesOfOneKeyID() throws {
        for kinds in [[KeyKind.rsa, .p256], [.p256, .p256], [.ed25519, .p256], [.rsa, .rsa]] {
            let keys = try kinds.map { try SigningKey(PrivateKey.generate($0), keyID: "one") }
            let set = try JSONWebKeySet(parsing: JSONWebKeySet.text(publishing: keys.map(\.verificationKey)))
            #expect(set.keys.map(\.keyID) == ["one", "one"])
            for key in keys {
                let token = try CompactJWS.sign(Array("{}".utf8), type: nil, key: key)
                let verified = try CompactJWS.verify(token, keys: set.keys)
                #expect(verified.keyID == "one" && verified.algorithm == key.algorithm)
            }
            let stranger = try SigningKey(PrivateKey.generate(kinds[0]), keyID: "one")
            let forged = try CompactJWS.sign(Array("{}".utf8), type: nil, key: stranger)
            #expect(throws: JOSEError.invalidSignature) { try CompactJWS.verify(forged, keys: set.keys) }
        }
    }

    @Test("the same key twice is one key")
    func sameKeyTwice() throws {
        try expect(
            Self.set(Self.ec(#","kid":"a""#), Self.ec(#","kid":"b""#), Self.ec(#","kid":"a""#)).keys.count, equals: 2)
        try expect(Self.set(Self.ec(#","kid":"a""#), Self.ec(#","kid":"a","use":"enc""#)).keys.count, equals: 1)
        try expect(Self.set(Self.ec(""), Self.ec("")).keys.count, equals: 1)
        try expect(Self.set(Self.ec(""), Self.ec(#","kid":"a""#)).keys.count, equals: 2)
        // Tokens name a key by the bytes of its kid.
        try expect(Self.set(Self.ec(",\"kid\":\"K\""), Self.ec(",\"kid\":\"\u{212A}\"")).keys.count, equals: 2)
    }
}
