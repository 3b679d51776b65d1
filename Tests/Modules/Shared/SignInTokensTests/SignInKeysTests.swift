import JOSE
import SignInTokens
import TestSupport
import Testing

@Suite("Keys of signed mode")
struct SignInKeysTests {
    @Test("the key's identifier follows from the key")
    func keyID() throws {
        try expect(TokenFixture.keys().keyID, equals: TokenFixture.keyID)
        try expect(TokenFixture.keys(TokenFixture.otherSecret).keyID, equals: TokenFixture.otherKeyID)
    }

    @Test("a key of less than 32 bytes is refused", arguments: [0, 1, 31])
    func tooShort(_ length: Int) {
        let short = [UInt8](repeating: 1, count: length)
        #expect(throws: JOSEError.secretTooShort) { try SignInKeys(current: short) }
        #expect(throws: JOSEError.secretTooShort) {
            try SignInKeys(current: TokenFixture.secret, previous: short)
        }
        let shortest = [UInt8](repeating: 1, count: 32)
        #expect(throws: Never.self) { try SignInKeys(current: shortest, previous: shortest) }
    }

    // Computed with Python's cryptography, hmac and base64.
    @Test(
        "a digest is base64url(HMAC-SHA256(digest key, the address with ASCII letters in lower case))",
        arguments: [
            ("ada@example.com", "RypQBv71MBcUHpmeabf3780qaPWnQ2VR45w4e1r3IX0"),
            ("ADA@Example.COM", "RypQBv71MBcUHpmeabf3780qaPWnQ2VR45w4e1r3IX0"),
            ("Ada.Lovelace@EXAMPLE.com", "fOa97DFJh22YSMzmsYwYQsweNeaJFfcRN28C-lUc-70"),
            ("ÄRGER@BÜCHER.example", "P_kTb-AgVNwrmEJpiBlAWZeIQk8TaMjuzHSy-5joBE8"),
            ("a+b@example.com", "PXDJivExXjROpWs3Cz3_5AXrSmZSswFYUYCZatMFKMM"),
            ("", "dxV6bKL-T6uXU_FzTiL0pdR_SmfAzUrLdHQ4hwGO3O8"),
        ])
    func emailDigest(email: String, digest: String) throws {
        let keys = try TokenFixture.keys()
        #expect(keys.emailDigest(of: email) == digest)
        #expect(keys.isEmailDigest(digest, of: email))
        #expect(!keys.isEmailDigest(digest, of: email + " "))
        #expect(!keys.isEmailDigest(digest + " ", of: email))
    }

    @Test("both forms of a domain have one digest; that of an address as it was written counts, too")
    func digestOfAnEncodedDomain() throws {
        let keys = try TokenFixture.keys()
        let (digest, plain) = (
            "cHkX6TTg7MclUyZqjp-gl8EGZ1E6e_uaNjzxtXw7Pvk", "b9nICmsY17PJc1XVpdLy4hF6Uj7ppsq9HTArG3Wu1tE"
        )
        #expect(keys.emailDigest(of: "ada@xn--bcher-kva.example") == digest)
        #expect(keys.emailDigest(of: "Ada@bücher.EXAMPLE") == digest)
        #expect(keys.isEmailDigest(digest, of: "ADA@Bücher.example"))
        #expect(keys.isEmailDigest(plain, of: "Ada@bücher.example"))
        #expect(
            !keys.isEmailDigest(plain, of: "ada@xn--bcher-kva.example")
                && !keys.isEmailDigest(plain, of: "ada@bucher.example"))
    }

    @Test("another key gives another digest, which counts while that key is the previous one")
    func digestOfThePreviousKey() throws {
        let digest = "SinPhp4wHj_GUZO48Hrym8SPe52tJW_pM8gZQeytYKo"
        try expect(TokenFixture.keys(TokenFixture.otherSecret).emailDigest(of: "ada@example.com"), equals: digest)
        let rotating = try TokenFixture.keys(previous: TokenFixture.otherSecret)
        #expect(rotating.isEmailDigest(digest, of: "Ada@example.com"))
        try expect(TokenFixture.keys().isEmailDigest(digest, of: "ada@example.com"), equals: false)
        try expect(rotating.emailDigest(of: "a"), equals: TokenFixture.keys().emailDigest(of: "a"))
    }

    // Computed with Python's cryptography, hmac and uuid.
    @Test(
        "an unknown user's subject never changes, whatever the name's case",
        arguments: [
            ("ada@example.com", "c2f8157c-77cd-434c-ba49-47e54394421c"),
            ("ADA@EXAMPLE.COM", "c2f8157c-77cd-434c-ba49-47e54394421c"),
            ("ada", "3a2d15e3-60d8-4ecb-bade-4ef5c921282a"), ("ÉMILE", "e4a10a18-0d16-4e5b-97bc-20599df881b5"),
            ("émile", "e4a10a18-0d16-4e5b-97bc-20599df881b5"), ("", "fb1839a0-cb43-4e69-8b37-b7eb6dbc7f65"),
        ])
    func unknownUser(name: String, subject: String) throws {
        try expect(TokenFixture.keys().subject(ofUnknownUser: name), equals: subject)
        try expect(TokenFixture.keys(TokenFixture.otherSecret).subject(ofUnknownUser: name)) { $0 != subject }
    }
}
