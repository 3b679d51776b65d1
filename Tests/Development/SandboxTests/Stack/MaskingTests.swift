import Sandbox
import Testing

@Suite("What the timeline does not show")
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
    func hidden(name: String) {
        #expect(Self.masked(#"{"\#(name)":"123456"}"#) == #"{"\#(name)":"•••"}"#)
        #expect(Self.masked(#"{"a":[{"\#(name)":123456}]}"#) == #"{"a":[{"\#(name)":"•••"}]}"#)
    }

    @Test(
        "tokens, sessions and answers are shortened, short ones hidden",
        arguments: ["token", "accessToken", "IdToken", "RefreshToken", "Session", "ANSWER", "challengeAnswer"])
    func shortened(name: String) {
        let secret = "abcd" + String(repeating: "-", count: 40) + "wxyz"
        #expect(Self.masked(#"{"\#(name)":"\#(secret)"}"#) == #"{"\#(name)":"abcd…wxyz"}"#)
        #expect(Self.masked(#"{"\#(name)":"123456"}"#) == #"{"\#(name)":"•••"}"#)
    }

    @Test("private parameters are shown by their names alone")
    func privateParameters() {
        #expect(
            Self.masked(#"{"privateChallengeParameters":{"key":"k","round":"1"}}"#)
                == #"{"privateChallengeParameters":{"key":"•••","round":"•••"}}"#)
    }

    @Test("the code of an error is no secret")
    func errorCode() {
        let error = #"{"error":"unauthorized","errorCode":"unauthorized","actionCode":"cognitoAuth"}"#
        #expect(Self.masked(error) == error)
    }

    @Test("a session's rows are no secret")
    func rows() {
        let rows = #"{"session":[{"challengeName":"CUSTOM_CHALLENGE","challengeResult":true}]}"#
        #expect(Self.masked(rows) == rows)
    }

    @Test("tokens are found wherever they stand, names and addresses stay")
    func inside() {
        #expect(
            Self.masked(#"{"url":"http://localhost/?token=\#(Self.token)&a=1","email":"ana@example.test"}"#)
                == #"{"url":"http://localhost/?token=\#(Self.shortToken)&a=1","email":"ana@example.test"}"#)
        #expect(Masking.masked(text: "eyJ is no token") == "eyJ is no token")
        #expect(Masking.masked(text: "\(Self.token) \(Self.token)") == "\(Self.shortToken) \(Self.shortToken)")
    }

    @Test("what is no JSON is not shown, and nothing is null")
    func noJSON() {
        #expect(Self.masked("token=\(Self.token)") == #""•••""#)
        #expect(Self.masked("") == "null")
        #expect(Self.masked(#"{"a":[1.5,true,null]}"#) == #"{"a":[1.5,true,null]}"#)
    }
}
