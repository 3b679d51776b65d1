import JOSE
import JSON
import Primitives
import SignInTokens
import TestSupport
import Testing

@Suite("Sealing challenge tokens")
struct ChallengeTokenSealTests {
    private static func content(_ text: String) throws -> String {
        let opened = try CompactJWE.open(text, keys: [TokenFixture.challengeKey()], expectedType: "challenge+jwt")
        return String(decoding: opened.payload, as: UTF8.self)
    }

    @Test("header and content are as documented, and spaces fill the content up")
    func members() throws {
        let text = try TokenFixture.challenge.sealed(with: TokenFixture.keys())
        let header = try #require(Base64URL.decode(String(text.prefix { $0 != "." })))
        #expect(
            String(decoding: header, as: UTF8.self)
                == #"{"alg":"dir","enc":"A256GCM","typ":"challenge+jwt","kid":"I05RdKHk2rM"}"#)
        let content = try Self.content(text)
        let expected =
            #"{"iss":"urn:cognito-passkeys:eu-west-1_Example","aud":"urn:cognito-passkeys:eu-west-1_Example","#
            + #""sub":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","iat":1795215071,"exp":1795215671,"#
            + #""scope":"read:authenticators","other":{"tenantId":"eu-west-1_Example","#
            + #""userId":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","actionCode":"cognitoAuth","idempotencyKey":"k-1","#
            + #""username":"ada","email":"ada@example.com","emailVerified":true,"userNotFound":false}}"#
        #expect(content == expected + String(repeating: " ", count: 1_536 - expected.utf8.count))
    }

    @Test("the default scope does not allow adding an authenticator")
    func defaultScope() {
        #expect(TokenFixture.challenge.claims.scope == "read:authenticators")
    }

    /// Contents that differ in everything that a sign-in can make differ.
    static let contents: [(name: String, token: ChallengeToken)] = {
        var (unknown, bare, unverified, long, tooLong, add) = (
            TokenFixture.challenge, TokenFixture.challenge, TokenFixture.challenge, TokenFixture.challenge,
            TokenFixture.challenge, TokenFixture.challenge
        )
        unknown.isUserUnknown = true
        unknown.email = nil
        bare.email = nil
        unverified.email = ChallengeToken.Address("a@b.c", isVerified: false)
        // The longest of each that Cognito and SMTP take.
        long.claims.userPoolID = "ap-southeast-7_" + String(repeating: "x", count: 40)
        long.claims.actionCode = String(repeating: "a", count: 64)
        long.claims.idempotencyKey = TokenFixture.subject
        long.claims.username = String(repeating: "😀", count: 128)
        long.email = ChallengeToken.Address(String(repeating: "a", count: 250) + "@b.c", isVerified: false)
        tooLong.email = ChallengeToken.Address(String(repeating: "a", count: 2_000) + "@b.c", isVerified: true)
        add.claims.scope = "add:authenticators"
        add.claims.actionCode = "addAuthenticator"
        return [
            ("known", TokenFixture.challenge), ("unknown", unknown), ("without address", bare),
            ("unverified", unverified), ("long", long), ("too long", tooLong), ("adds", add),
        ]
    }()

    @Test("all sealed tokens have one length, whatever is inside")
    func oneLength() throws {
        let texts = try Self.contents.map { try $0.token.sealed(with: TokenFixture.keys()) }
        #expect(Set(texts.map(\.utf8.count)) == [2_185])
        #expect(Set(texts.map { $0.split(separator: ".").map(\.utf8.count) }).count == 1)
        let otherKey = try TokenFixture.challenge.sealed(with: TokenFixture.keys(TokenFixture.otherSecret))
        #expect(otherKey.utf8.count == 2_185)
    }

    @Test("everything that fits comes back as it went in", arguments: contents.filter { $0.name != "too long" })
    func roundTrip(_ example: (name: String, token: ChallengeToken)) throws {
        let text = try example.token.sealed(with: TokenFixture.keys())
        try expect(TokenFixture.opened(text, pool: example.token.claims.userPoolID), equals: example.token)
    }

    @Test("unusual characters come back as they went in")
    func unusualCharacters() throws {
        var token = TokenFixture.challenge
        token.claims.username = "é\"\\\u{1}😀"
        token.email = ChallengeToken.Address("\"o'hara \\\"@example.com", isVerified: false)
        token.claims.scope = ""
        token.claims.idempotencyKey = "a b"
        try expect(TokenFixture.opened(token.sealed(with: TokenFixture.keys())), equals: token)
    }

    @Test("an address that does not fit is left out, and a name that does not fit gives way to the subject")
    func leftOut() throws {
        var token = TokenFixture.challenge
        token.email = ChallengeToken.Address(String(repeating: "a", count: 2_000), isVerified: true)
        var opened = try TokenFixture.opened(token.sealed(with: TokenFixture.keys()))
        #expect(opened.email == nil && opened.claims.username == "ada")
        token.claims.username = String(repeating: "n", count: 2_000)
        opened = try TokenFixture.opened(token.sealed(with: TokenFixture.keys()))
        #expect(opened.email == nil && opened.claims.username == TokenFixture.subject)
        token.email = nil
        opened = try TokenFixture.opened(token.sealed(with: TokenFixture.keys()))
        #expect(opened.claims.username == TokenFixture.subject)
    }

    @Test("content of exactly the length of all tokens is kept as it is, and a byte more leaves the locale out, too")
    func longestContent() throws {
        var token = TokenFixture.challenge
        token.email = nil
        func opened() throws -> ChallengeToken { try TokenFixture.opened(token.sealed(with: TokenFixture.keys())) }
        let rest = try Self.contentLength(token)
        token.locale = String(repeating: "l", count: ChallengeToken.contentLength - rest - #","locale":"""#.utf8.count)
        try expect(opened(), equals: token)
        token.locale?.append("l")
        try expect(opened().locale, equals: nil)
        token.locale = nil
        token.claims.username += String(repeating: "u", count: ChallengeToken.contentLength - rest)
        try expect(opened(), equals: token)
        token.claims.username.append("u")
        try expect(opened().claims.username, equals: TokenFixture.subject)
        (token.claims.username, token.claims.scope) = (TokenFixture.subject, TokenFixture.challenge.claims.scope)
        token.claims.scope += String(
            repeating: "s", count: ChallengeToken.contentLength - (try Self.contentLength(token)))
        try expect(opened(), equals: token)
    }

    /// How many bytes the content of a token has without the spaces at its end.
    private static func contentLength(_ token: ChallengeToken) throws -> Int {
        try content(token.sealed(with: TokenFixture.keys())).reversed().drop { $0 == " " }.count
    }

    @Test("what does not fit even so is an error")
    func contentTooLong() throws {
        var token = TokenFixture.challenge
        token.claims.scope = String(repeating: "s", count: 1_500)
        #expect(throws: SignInTokenError.contentTooLong) { try token.sealed(with: TokenFixture.keys()) }
    }

    @Test("the same content is never sealed into the same text")
    func textsDiffer() throws {
        let texts = try (0..<100).map { _ in try TokenFixture.challenge.sealed(with: TokenFixture.keys()) }
        #expect(Set(texts).count == 100)
    }
}

@Suite("Opening challenge tokens")
struct ChallengeTokenOpenTests {
    @Test("a token that Python's joserfc has sealed opens")
    func otherLibrary() throws {
        let text =
            "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoiY2hhbGxlbmdlK2p3dCIsImtpZCI6IkkwNVJkS0hrMnJNIn0..sC-"
            + "zG-bRBGNc6If6.7OK49gYtKuknrRSzEgVQ6cWyHgi5kMvZq8m178TIpIs40cuv9IfRudZzj1H6y5Bju5Yc7ROBqXyoOEye7tyu6a"
            + "o1JfKvX4Zwb3oE0VNzlov_Y02CUpKa9-0f5HdeU02sC5AzHm9gvLXTb0UfJipzfwSIO9luyXPRZpX6quCY9YVQKJNJVotZxOCT-b"
            + "E_ABIIZ_e07rbzv38h1QAhUruKEE4oNuj3pv5-_TnUvttBdWX7m0aTo0_CCw9easJ2VQHT5eAs7wYg16QWjhTYOxrcKpVC78dIAZ"
            + "JV0evEYJNuBsKteMUS8eKacSjFSJFGyNIjACGoVkzKRe9-NH-cPTT9Dv-8BsD9z2qxMcBF46Fr6GQvz-d2fITRVaXiYWgUssQwlP"
            + "pxSaz4F9eqUHzBDPTUhXf4aDz9-bk0uBJ7ZKO642HL2Jjycp0_vlgKJQAu_pMU96_t3F2rjVmhBfoi5nRvNia7pZCl7Ebhgc-JB7"
            + "iqsjgrTL2UlrqCtfBqvU0FE_Naa4byfHqXzFhDKpOUUO6WK2Kivrlk6txbCd2s_2xSaeSsnMTL6WW2BmdwGByem8SJM_MRUem0Cr"
            + "j-W_o9z82mxp3SWTWDE0Dt.sF4NfmFcLKprWh12v7DNdA"
        try expect(TokenFixture.opened(text), equals: TokenFixture.challenge)
    }

    @Test(
        "an address, and whether it is verified, must have the right types",
        arguments: [
            ("email", "null"), ("email", #""""#), ("email", "7"), ("emailVerified", nil), ("emailVerified", "null"),
            ("emailVerified", #""true""#), ("emailVerified", "1"), ("userNotFound", nil), ("userNotFound", "null"),
            ("userNotFound", #""false""#), ("userNotFound", "0"),
        ] as [(String, String?)])
    func wrongAddressOrFlag(name: String, json: String?) throws {
        let text = try Forgery.challenge(name, json)
        #expect(throws: SignInTokenError.invalidClaim(name)) { try TokenFixture.opened(text) }
    }

    @Test("a token may have no address")
    func noAddress() throws {
        try expect(TokenFixture.opened(Forgery.challenge("email", nil)).email, equals: nil)
    }

    @Test("the key of result tokens and TOKEN_SIGNING_KEY itself open nothing")
    func otherDerivedKeys() throws {
        let itself = try Forgery.challenge(
            key: ContentEncryptionKey(TokenFixture.secret, keyID: TokenFixture.keyID))
        #expect(throws: SignInTokenError.notGenuine(.notAuthentic)) { try TokenFixture.opened(itself) }
    }
}
