import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import TestSupport
import Testing

@Suite("Sealed tokens in compact form")
struct CompactJWETests {
    static let type = "challenge+jwt"
    static let goodHeader = #"{"alg":"dir","enc":"A256GCM","typ":"challenge+jwt","kid":"k1"}"#

    static func key(_ first: UInt8 = 0, id: String = "k1") throws -> ContentEncryptionKey {
        try ContentEncryptionKey(Array(first..<(first + 32)), keyID: id)
    }

    static func open(_ token: String, keys: [ContentEncryptionKey]? = nil) throws -> VerifiedToken {
        try CompactJWE.open(token, keys: try keys ?? [key()], expectedType: type)
    }

    /// The segments of a good token, for changing one.
    static func segments(_ payload: String = "{}") throws -> [String] {
        try CompactJWE.seal(Array(payload.utf8), type: type, key: key())
            .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("a sealed payload of any length opens again", arguments: [0, 1, 16, 1_536, 4_000])
    func roundTrip(length: Int) throws {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let token = try CompactJWE.seal(payload, type: Self.type, key: Self.key())
        let opened = try Self.open(token)
        #expect(opened.payload == payload)
        #expect(opened.keyID == "k1")
        #expect(opened.header["enc"]?.string == "A256GCM")
    }

    @Test("a token of 8192 bytes is opened, and a longer one is refused")
    func sizeLimit() throws {
        let tokens = try [6_050, 6_051].map { count in
            try CompactJWE.seal(Array(repeating: 0x20, count: count), type: Self.type, key: Self.key())
        }
        #expect(tokens.map(\.utf8.count) == [8_192, 8_193])
        _ = try Self.open(tokens[0])
        #expect(throws: JOSEError.tokenTooLarge(limit: 8_192)) { try Self.open(tokens[1]) }
    }

    @Test("the form is header, empty key, 12 bytes, as many bytes as the payload has, and 16 bytes")
    func form() throws {
        let segments = try Self.segments("four")
        #expect(Base64URL.decode(segments[0]) == Array(Self.goodHeader.utf8))
        #expect(segments[1].isEmpty)
        #expect(segments.dropFirst(2).map { Base64URL.decode($0)?.count } == [12, 4, 16])
    }

    @Test("a token that joserfc 1.6.5 has sealed opens")
    func otherLibrary() throws {
        let token =
            "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoiY2hhbGxlbmdlK2p3dCIsImtpZCI6ImsxIn0.."
            + "En6pSTghH3yZKKc7.88gwW36CcELEkqJi_DyrC9D6JrYunkuZ5Q.EDHPik1OnS1ePEh19yv0wg"
        try expect(Self.open(token).payload, equals: Array(#"{"a":"sealed by joserfc"}"#.utf8))
    }

    @Test("only the key that the header names is tried")
    func keySelection() throws {
        let token = try CompactJWE.seal([1], type: Self.type, key: Self.key(7, id: "old"))
        let (current, previous) = (try Self.key(), try Self.key(7, id: "old"))
        try expect(Self.open(token, keys: [current, previous]).keyID, equals: "old")
        #expect(throws: JOSEError.unknownKeyID) { try Self.open(token, keys: [current]) }
        #expect(throws: JOSEError.unknownKeyID) { try Self.open(token, keys: []) }
        #expect(throws: JOSEError.unknownKeyID) { try Self.open(token, keys: [try Self.key(7, id: "OLD")]) }
        #expect(throws: JOSEError.notAuthentic) { try Self.open(token, keys: [try Self.key(8, id: "old")]) }
    }

    @Test("a key has 32 bytes", arguments: [0, 16, 31, 33])
    func keyLength(_ length: Int) {
        #expect(throws: JOSEError.invalidKey) {
            try ContentEncryptionKey([UInt8](repeating: 1, count: length), keyID: "k")
        }
    }

    /// The good header with one member replaced, added or, if the value is nil, left out.
    static func header(_ name: String, _ json: String?) -> String {
        let good = [("alg", #""dir""#), ("enc", #""A256GCM""#), ("typ", #""challenge+jwt""#), ("kid", #""k1""#)]
        let members = good.filter { $0.0 != name } + (json.map { [(name, $0)] } ?? [])
        return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    @Test(
        "a header that is not exactly as expected is refused",
        arguments: [
            (header("alg", nil), .unsupportedAlgorithm), (header("alg", #""none""#), .unsupportedAlgorithm),
            (header("alg", #""DIR""#), .unsupportedAlgorithm), (header("alg", #""A256KW""#), .unsupportedAlgorithm),
            (header("alg", #"["dir"]"#), .unsupportedAlgorithm), (header("enc", nil), .unsupportedEncryption),
            (header("enc", #""A128GCM""#), .unsupportedEncryption),
            (header("enc", #""A256CBC-HS512""#), .unsupportedEncryption), (header("typ", nil), .wrongType),
            (header("typ", #""result+jwt""#), .wrongType), (header("typ", "7"), .wrongType),
            (header("kid", nil), .unknownKeyID), (header("kid", #""k2""#), .unknownKeyID),
            (header("kid", "1"), .invalidHeader), (header("crit", #"["exp"]"#), .unsupportedHeaderParameter("crit")),
            (header("crit", "[]"), .unsupportedHeaderParameter("crit")),
            (header("zip", #""DEF""#), .unsupportedHeaderParameter("zip")), (#"["dir"]"#, .invalidHeader),
            ("", .malformedHeader(.unexpectedEnd)),
            (#"{"alg":"dir","alg":"dir"}"#, .malformedHeader(.duplicateMember(offset: 13))),
        ] as [(String, JOSEError)])
    func otherHeader(header: String, error: JOSEError) throws {
        // The token is sealed under this very header, so nothing but the header's content speaks against it.
        let token = try CompactJWE.seal(Array("{}".utf8), headerBytes: Array(header.utf8), key: Self.key())
        #expect(throws: error) { try Self.open(token) }
    }

    @Test("members of the header that nobody reads, and their order, make no difference")
    func otherHeaderMembers() throws {
        let header = #"{ "kid":"k1","typ":"application/Challenge+JWT","cty":"x","enc":"A256GCM","alg":"dir","jwk":{}}"#
        let token = try CompactJWE.seal([7], headerBytes: Array(header.utf8), key: Self.key())
        try expect(Self.open(token).payload, equals: [7])
    }

    @Test("an encrypted key is refused")
    func encryptedKey() throws {
        var segments = try Self.segments()
        segments[1] = "AAAA"
        #expect(throws: JOSEError.unexpectedEncryptedKey) { try Self.open(segments.joined(separator: ".")) }
    }

    @Test(
        "a vector or tag of another length is refused",
        arguments: [
            (2, 0, .wrongVectorLength), (2, 11, .wrongVectorLength), (2, 13, .wrongVectorLength),
            (2, 16, .wrongVectorLength), (4, 0, .wrongTagLength), (4, 12, .wrongTagLength), (4, 15, .wrongTagLength),
            (4, 17, .wrongTagLength),
        ] as [(Int, Int, JOSEError)])
    func otherLength(segment: Int, length: Int, error: JOSEError) throws {
        var segments = try Self.segments()
        let bytes = try #require(Base64URL.decode(segments[segment]))
        segments[segment] = Base64URL.encode(Array((bytes + bytes).prefix(length)))
        #expect(throws: error) { try Self.open(segments.joined(separator: ".")) }
    }

    @Test("a changed bit anywhere in vector, text or tag is detected", arguments: [2, 3, 4])
    func changedBit(segment: Int) throws {
        let segments = try Self.segments("0123456789")
        let bytes = try #require(Base64URL.decode(segments[segment]))
        for index in bytes.indices {
            var (changed, other) = (bytes, segments)
            changed[index] ^= 1 << UInt8(index % 8)
            other[segment] = Base64URL.encode(changed)
            #expect(throws: JOSEError.notAuthentic) { try Self.open(other.joined(separator: ".")) }
        }
    }

    @Test("the header is authenticated as it is written")
    func changedHeader() throws {
        var segments = try Self.segments()
        segments[0] = Base64URL.encode(Array((" " + Self.goodHeader).utf8))
        #expect(throws: JOSEError.notAuthentic) { try Self.open(segments.joined(separator: ".")) }
    }

    @Test("a segment that is not canonical base64url is refused", arguments: [0, 2, 3, 4], ["=", "+", " ", "é"])
    func notBase64URL(segment: Int, added: String) throws {
        var segments = try Self.segments()
        segments[segment] += added
        #expect(throws: JOSEError.invalidBase64URL) { try Self.open(segments.joined(separator: ".")) }
    }

    @Test(
        "a text that is not such a token is refused",
        arguments: [
            ("", .wrongSegmentCount), ("a.b.c", .wrongSegmentCount), ("....", .malformedHeader(.unexpectedEnd)),
            ("a.b.c.d.e.f", .wrongSegmentCount), ("é....", .invalidBase64URL),
            (String(repeating: "a", count: 8_193), .tokenTooLarge(limit: 8_192)),
        ] as [(String, JOSEError)])
    func notAToken(text: String, error: JOSEError) {
        #expect(throws: error) { try Self.open(text) }
    }
}
