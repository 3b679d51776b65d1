import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import TestKeys
import TestSupport
import Testing

@Suite("Compact JWS")
struct CompactJWSTests {
    private static func verify(_ token: String, type: String? = nil) throws -> VerifiedToken {
        try CompactJWS.verify(token, keys: [JOSEFixture.key.verificationKey], expectedType: type)
    }

    @Test("the header is alg, typ and kid, in this order and without white space")
    func writtenHeader() throws {
        for (type, keyID, expected) in [
            ("challenge+jwt", nil, #"{"alg":"HS256","typ":"challenge+jwt"}"#),
            ("JWT", "one", #"{"alg":"HS256","typ":"JWT","kid":"one"}"#),
            (nil, nil, #"{"alg":"HS256"}"#),
        ] as [(String?, String?, String)] {
            let key = try SigningKey(hs256Secret: JOSEFixture.secret, keyID: keyID)
            let token = try CompactJWS.sign(Array("{}".utf8), type: type, key: key)
            #expect(token.split(separator: ".").first.map(String.init) == Base64URL.encode(Array(expected.utf8)))
            let verified = try CompactJWS.verify(token, keys: [key.verificationKey], expectedType: type)
            #expect(verified.keyID == keyID)
            #expect(verified.payload == Array("{}".utf8))
        }
    }

    @Test("a public key verifies the signature of its generated private key", arguments: JOSEFixture.keyKinds)
    func roundTrip(kind: KeyKind) throws {
        let key = try SigningKey(PrivateKey.generate(kind), keyID: "one")
        for payload in [[], [0, 255], Array("{}".utf8)] as [[UInt8]] {
            let token = try CompactJWS.sign(payload, type: "JWT", key: key)
            let verified = try CompactJWS.verify(token, keys: [key.verificationKey], expectedType: "JWT")
            #expect(verified.payload == payload)
            #expect(verified.algorithm == key.algorithm)
        }
    }

    @Test("an unusual but valid header is accepted")
    func unusualButValidHeader() throws {
        _ = try #require(try Self.verify(JOSEFixture.token(header: #"{"alg":"HS256","x":[1]}"#)).header["x"])
        try expect(Self.verify(JOSEFixture.token(header: " {\"alg\" :\t\"HS256\"}\r\n")).algorithm, equals: .hs256)
        try expect(Self.verify(JOSEFixture.token(header: #"{"\u0061lg":"HS\u003256"}"#)).algorithm, equals: .hs256)
    }

    static let refusedHeaders: [(String, JOSEError)] = [
        (#"{"alg":"HS256","alg":"HS256"}"#, .malformedHeader(.duplicateMember(offset: 15))),
        (#"{"alg":"none","\u0061lg":"HS256"}"#, .malformedHeader(.duplicateMember(offset: 14))),
        ("\u{FEFF}{\"alg\":\"HS256\"}", .malformedHeader(.byteOrderMark)),
        (#"{"alg":"HS256"}{}"#, .malformedHeader(.trailingData(offset: 15))),
        (#"{"alg":"HS256"} x"#, .malformedHeader(.trailingData(offset: 16))),
        (#"{"alg":"HS256""#, .malformedHeader(.unexpectedEnd)), ("", .malformedHeader(.unexpectedEnd)),
        (#"{"alg":"HS256","x":[[[[[[[[0]]]]]]]]}"#, .malformedHeader(.tooDeep(offset: 26))),
        (#""HS256""#, .invalidHeader), (#"["HS256"]"#, .invalidHeader), ("null", .invalidHeader),
        ("{}", .unsupportedAlgorithm), (#"{"alg":null}"#, .unsupportedAlgorithm),
        (#"{"alg":["HS256"]}"#, .unsupportedAlgorithm), (#"{"alg":256}"#, .unsupportedAlgorithm),
        (#"{"alg":""}"#, .unsupportedAlgorithm), (#"{"alg":"none"}"#, .unsupportedAlgorithm),
        (#"{"alg":"None"}"#, .unsupportedAlgorithm), (#"{"alg":"NONE"}"#, .unsupportedAlgorithm),
        (#"{"alg":"nOnE"}"#, .unsupportedAlgorithm), (#"{"alg":"hs256"}"#, .unsupportedAlgorithm),
        (#"{"alg":"Hs256"}"#, .unsupportedAlgorithm), (#"{"alg":"HS256 "}"#, .unsupportedAlgorithm),
        (#"{"alg":"HS384"}"#, .unsupportedAlgorithm), (#"{"alg":"PS256"}"#, .unsupportedAlgorithm),
        (#"{"ALG":"HS256"}"#, .unsupportedAlgorithm), (#"{"alg":"RS256"}"#, .algorithmMismatch),
        (#"{"alg":"ES256"}"#, .algorithmMismatch), (#"{"alg":"EdDSA"}"#, .algorithmMismatch),
        (#"{"alg":"HS256","crit":[]}"#, .unsupportedHeaderParameter("crit")),
        (#"{"alg":"HS256","crit":null}"#, .unsupportedHeaderParameter("crit")),
        (#"{"alg":"HS256","crit":["exp"],"exp":1}"#, .unsupportedHeaderParameter("crit")),
        (#"{"alg":"HS256","b64":false,"crit":["b64"]}"#, .unsupportedHeaderParameter("crit")),
        (#"{"alg":"HS256","b64":false}"#, .unsupportedHeaderParameter("b64")),
        (#"{"alg":"HS256","b64":true}"#, .unsupportedHeaderParameter("b64")),
        (#"{"alg":"HS256","kid":7}"#, .invalidHeader), (#"{"alg":"HS256","kid":null}"#, .invalidHeader),
    ]

    @Test(
        "a header that is ambiguous, or asks for something that is not accepted, is refused", arguments: refusedHeaders)
    func refusedHeader(header: String, error: JOSEError) throws {
        #expect(throws: error) { try Self.verify(JOSEFixture.token(header: header)) }
    }

    @Test("a header that is not UTF-8 is refused")
    func headerThatIsNotUTF8() throws {
        let bytes = Array(#"{"alg":"HS256","x":""#.utf8) + [0xFF] + Array("\"}".utf8)
        #expect(throws: JOSEError.malformedHeader(.invalidUTF8(offset: 20))) {
            try Self.verify(JOSEFixture.token(headerBytes: bytes))
        }
    }

    static let changes: [(String, @Sendable (String) -> String, JOSEError)] = [
        ("no token", { _ in "" }, .wrongSegmentCount),
        ("no dot", { $0.replacing(".", with: "") }, .wrongSegmentCount),
        ("two segments", { String($0.prefix { $0 != "." }) + ".e30" }, .wrongSegmentCount),
        ("a fourth segment", { $0 + ".e30" }, .wrongSegmentCount),
        ("an empty fourth segment", { $0 + "." }, .wrongSegmentCount),
        ("five segments", { $0 + "..e30" }, .wrongSegmentCount),
        ("an empty segment in front", { "." + $0 }, .wrongSegmentCount),
        ("only two dots", { _ in ".." }, .malformedHeader(.unexpectedEnd)),
        ("a padded signature", { $0 + "=" }, .invalidBase64URL),
        ("a line break at the end", { $0 + "\n" }, .invalidBase64URL),
        ("a space in front", { " " + $0 }, .invalidBase64URL),
        ("a null at the end", { $0 + "\u{0}" }, .invalidBase64URL),
        ("a padded header", { $0.replacing(".", with: "==.", maxReplacements: 1) }, .invalidBase64URL),
        ("a padded payload", { $0.replacing(".e30.", with: ".e30=.") }, .invalidSignature),
        ("a space in the payload", { $0.replacing(".e30.", with: ".e3 0.") }, .invalidSignature),
        ("another payload", { $0.replacing(".e30.", with: ".e31.") }, .invalidSignature),
        ("no signature", { $0.prefix { $0 != "." } + ".e30." }, .invalidSignature),
        ("a signature cut inside a byte", { String($0.dropLast(4)) }, .invalidBase64URL),
        ("a signature two bytes shorter", { String($0.dropLast(3)) }, .invalidSignature),
        ("a signature two bytes longer", { $0.dropLast(1) + "AAAA" }, .invalidSignature),
        ("JSON serialisation", { _ in #"{"payload":"e30","protected":"e30","signature":"e30"}"# }, .wrongSegmentCount),
    ]

    @Test("a token changed anywhere is refused", arguments: changes)
    func changedToken(what: String, change: @Sendable (String) -> String, error: JOSEError) throws {
        let token = try JOSEFixture.token(header: #"{"alg":"HS256"}"#)
        _ = try Self.verify(token)
        #expect(throws: error, "\(what)") { try Self.verify(change(token)) }
    }

    @Test("a payload that is not canonical base64url is refused even if it is signed")
    func nonCanonicalPayload() throws {
        for payload in ["e31", "e30=", "e3+", "e"] {
            let input = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)) + "." + payload
            let code = HMACSHA256.authenticationCode(for: Array(input.utf8), key: JOSEFixture.secret)
            #expect(throws: JOSEError.invalidBase64URL) { try Self.verify(input + "." + Base64URL.encode(code)) }
        }
    }

    @Test("a token of 8192 bytes is read, and one byte more is refused")
    func sizeLimit() throws {
        let tokens = try [6_095, 6_096].map { count in
            try JOSEFixture.token(header: #"{"alg":"HS256"}"#, payload: String(repeating: " ", count: count))
        }
        #expect(tokens.map(\.utf8.count) == [8_192, 8_193])
        _ = try Self.verify(tokens[0])
        #expect(throws: JOSEError.tokenTooLarge(limit: 8192)) { try Self.verify(tokens[1]) }
    }

    static let types: [(header: String?, expected: String, accepted: Bool)] = [
        ("result+jwt", "result+jwt", true), ("RESULT+JWT", "result+jwt", true),
        ("application/result+jwt", "result+jwt", true), ("Application/Result+JWT", "result+jwt", true),
        ("result+jwt", "application/result+jwt", true), ("challenge+jwt", "result+jwt", false),
        ("jwt", "result+jwt", false), ("result+jwt ", "result+jwt", false), ("", "result+jwt", false),
        ("text/result+jwt", "result+jwt", false), ("application/result+jwt/x", "result+jwt", false),
        ("application/application/result+jwt", "result+jwt", false), ("result\u{212A}", "resultk", false),
        (nil, "result+jwt", false), ("application/a/jwt", "a/jwt", false), ("a/jwt", "a/jwt", true),
    ]

    @Test("typ is compared as a media type if a type is expected", arguments: types)
    func expectedType(header: String?, expected: String, accepted: Bool) throws {
        let token = try CompactJWS.sign(Array("{}".utf8), type: header, key: JOSEFixture.key)
        if accepted {
            _ = try Self.verify(token, type: expected)
        } else {
            #expect(throws: JOSEError.wrongType) { try Self.verify(token, type: expected) }
        }
        _ = try Self.verify(token)
    }

    @Test("a typ that is not a string is refused if a type is expected")
    func typeThatIsNotAString() throws {
        let token = try JOSEFixture.token(header: #"{"alg":"HS256","typ":["JWT"]}"#)
        #expect(throws: JOSEError.wrongType) { try Self.verify(token, type: "JWT") }
    }
}
