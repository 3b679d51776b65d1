import Sandbox
import Testing

@Suite("The secrets hidden in the timeline")
struct MaskingTests {
    private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRva2Vu"
    private static let shortToken = "eyJh…b2tl".replacing("b2tl", with: "a2Vu")

    private static func masked(_ json: String) -> String {
        String(decoding: Masking.masked(Array(json.utf8)), as: UTF8.self)
    }

    @Test(
        "passwords and codes are hidden",
        arguments: [
            "Password", "PreviousPassword", "ProposedPassword", "SecretHash", "SECRET_HASH", "TemporaryPassword",
            "ConfirmationCode", "verificationCode", "Code", "PASSWORD_CLAIM_SIGNATURE", "SRP_A",
            "SOFTWARE_TOKEN_MFA_CODE", "EMAIL_OTP_CODE",
        ])
    func hidesPasswordsAndCodes(name: String) {
        #expect(Self.masked(#"{"\#(name)":"123456"}"#) == #"{"\#(name)":"•••"}"#)
        #expect(Self.masked(#"{"a":[{"\#(name)":123456}]}"#) == #"{"a":[{"\#(name)":"•••"}]}"#)
    }

    @Test(
        "tokens, sessions and answers are shortened, or hidden if they are short",
        arguments: ["token", "accessToken", "IdToken", "RefreshToken", "Session", "ANSWER", "challengeAnswer"])
    func shortensTokens(name: String) {
        let secret = "abcd" + String(repeating: "-", count: 40) + "wxyz"
        #expect(Self.masked(#"{"\#(name)":"\#(secret)"}"#) == #"{"\#(name)":"abcd…wxyz"}"#)
        #expect(Self.masked(#"{"\#(name)":"123456"}"#) == #"{"\#(name)":"•••"}"#)
    }

    @Test("only the names of private parameters are shown")
    func hidesPrivateParameters() {
        #expect(
            Self.masked(#"{"privateChallengeParameters":{"key":"k","round":"1"}}"#)
                == #"{"privateChallengeParameters":{"key":"•••","round":"•••"}}"#)
    }

    @Test("the code of an error is shown")
    func showsErrorCode() {
        let error = #"{"error":"unauthorized","errorCode":"unauthorized","actionCode":"cognitoAuth"}"#
        #expect(Self.masked(error) == error)
    }

    @Test("a session's rows are shown")
    func showsSessionRows() {
        let rows = #"{"session":[{"challengeName":"CUSTOM_CHALLENGE","challengeResult":true}]}"#
        #expect(Self.masked(rows) == rows)
    }

    @Test("tokens inside a text are shortened; user names and addresses stay")
    func shortensTokensInsideText() {
        #expect(
            Self.masked(#"{"url":"http://localhost/?token=\#(Self.token)&a=1","email":"ana@example.test"}"#)
                == #"{"url":"http://localhost/?token=\#(Self.shortToken)&a=1","email":"ana@example.test"}"#)
        #expect(Masking.masked(text: "eyJ is not a token") == "eyJ is not a token")
        #expect(Masking.masked(text: "\(Self.token) \(Self.token)") == "\(Self.shortToken) \(Self.shortToken)")
    }

    @Test("anything that is not JSON is hidden, and an empty body is shown as null")
    func hidesWhatIsNotJSON() {
        #expect(Self.masked("token=\(Self.token)") == #""•••""#)
        #expect(Self.masked("") == "null")
        #expect(Self.masked(#"{"a":[1.5,true,null]}"#) == #"{"a":[1.5,true,null]}"#)
    }
}
