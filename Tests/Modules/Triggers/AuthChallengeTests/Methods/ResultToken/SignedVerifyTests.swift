import AuthChallenge
import JOSE
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Verify in signed mode")
struct SignedVerifyTests {
    /// A result token with one thing changed, and what the answer then comes to.
    struct ChangedToken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let verdict: String
        let method: VerificationMethod
        let change: @Sendable (ProofAnswer) -> ProofAnswer

        init(
            _ name: String, _ verdict: String, by method: VerificationMethod = .passkey,
            change: @escaping @Sendable (ProofAnswer) -> ProofAnswer = { $0 }
        ) {
            testDescription = name
            self.verdict = verdict
            self.method = method
            self.change = change
        }
    }

    static let genuine = [
        ChangedToken("a passkey", "right PASSKEY"),
        ChangedToken("an emailed code", "right EMAIL_OTP", by: .emailOTP),
        ChangedToken("a token of the previous key", "right PASSKEY") { $0.with(\.key, SampleKeys.previousKey) },
        ChangedToken("a token without a kid", "right PASSKEY") {
            $0.with(\.header, #"{"alg":"HS256","typ":"result+jwt"}"#)
        },
        ChangedToken("a token from 60 s ahead", "right PASSKEY") { $0.with(\.token.issuedAt, TestClock.second + 60) },
        ChangedToken("a token that ended 59 s ago", "right PASSKEY") {
            $0.with(\.token.expiresAt, TestClock.second - 59)
        },
        ChangedToken("claims nobody asked for", "right PASSKEY") {
            $0.replacing(#"{"iss""#, #"{"jti":"1","nonce":[],"iss""#)
        },
        ChangedToken("an audience among several", "right PASSKEY") {
            $0.replacing(#""aud":"urn:cognito"#, #""aud":["other","urn:cognito"#).replacing(
                #"123","sub""#, #"123"],"sub""#)
        },
    ]

    static let forged = [
        ChangedToken("the signature of another key", "invalid_token") { $0.with(\.key, SampleKeys.foreignKey) },
        ChangedToken("the signature of another key, under the right name", "invalid_token") {
            $0.with(\.header, #"{"alg":"HS256","typ":"result+jwt","kid":"fLauMsFkSYo"}"#)
                .with(\.key, SampleKeys.foreignKey)
        },
        ChangedToken("typ challenge+jwt", "invalid_token") {
            $0.with(\.header, #"{"alg":"HS256","typ":"challenge+jwt"}"#)
        },
        ChangedToken("typ JWT", "invalid_token") { $0.with(\.header, #"{"alg":"HS256","typ":"JWT"}"#) },
        ChangedToken("no typ", "invalid_token") { $0.with(\.header, #"{"alg":"HS256"}"#) },
        ChangedToken("alg none", "invalid_token") { $0.with(\.header, #"{"alg":"none","typ":"result+jwt"}"#) },
        ChangedToken("alg RS256", "invalid_token") { $0.with(\.header, #"{"alg":"RS256","typ":"result+jwt"}"#) },
        ChangedToken("alg ES256", "invalid_token") { $0.with(\.header, #"{"alg":"ES256","typ":"result+jwt"}"#) },
        ChangedToken("an unknown kid", "invalid_token") {
            $0.with(\.header, #"{"alg":"HS256","typ":"result+jwt","kid":"1"}"#)
        },
        ChangedToken("a critical extension", "invalid_token") {
            $0.with(\.header, #"{"alg":"HS256","typ":"result+jwt","crit":["exp"]}"#)
        },
        ChangedToken("a header with a repeated member", "invalid_token") {
            $0.with(\.header, #"{"alg":"HS256","typ":"result+jwt","alg":"HS256"}"#)
        },
        ChangedToken("another pool", "invalid_token") { $0.with(\.token.userPoolID, "eu-west-1_Other0000") },
        ChangedToken("another issuer", "invalid_token") { $0.replacing(#""iss":"urn"#, #""iss":"xrn"#) },
        ChangedToken("another audience", "invalid_token") { $0.replacing(#""aud":"urn"#, #""aud":"xrn"#) },
        ChangedToken("another tenant", "invalid_token") { $0.replacing(#""tenantId":"eu"#, #""tenantId":"us"#) },
        ChangedToken("userId that is not sub", "invalid_token") { $0.replacing(#""userId":"7d"#, #""userId":"8d"#) },
        ChangedToken("a repeated claim", "invalid_token") { $0.replacing(#"{"iss""#, #"{"sub":"x","iss""#) },
        ChangedToken("no sub", "invalid_token") { $0.replacing(#""sub""#, #""bus""#) },
        ChangedToken("no exp", "invalid_token") { $0.replacing(#""exp""#, #""pxe""#) },
        ChangedToken("no iat", "invalid_token") { $0.replacing(#""iat""#, #""tai""#) },
        ChangedToken("no idempotency key", "invalid_token") { $0.replacing(#""idempotencyKey""#, #""key""#) },
        ChangedToken("an empty idempotency key", "invalid_token") { $0.with(\.token.idempotencyKey, "") },
        ChangedToken("no method", "invalid_token") { $0.replacing(#""verificationMethod""#, #""method""#) },
        ChangedToken("no state", "invalid_token") { $0.replacing(#""state""#, #""estate""#) },
        ChangedToken("exp as text", "invalid_token") { $0.replacing(#""exp":1800000600"#, #""exp":"1800000600""#) },
        ChangedToken("not valid yet", "invalid_token") { $0.replacing(#""iat""#, #""nbf":1800000061,"iat""#) },
        ChangedToken("issued 61 s ahead", "invalid_token") { $0.with(\.token.issuedAt, TestClock.second + 61) },
        ChangedToken("ended 60 s ago", "expired") { $0.with(\.token.expiresAt, TestClock.second - 60) },
        ChangedToken("ended long ago", "expired", by: .emailOTP) {
            $0.with(\.token.expiresAt, TestClock.second - 3_600)
        },
    ]

    static let insufficient =
        [
            ChangedToken("another user's", "wrong_user") {
                $0.with(\.token.subject, "8d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11")
            },
            ChangedToken("a subject that differs by case", "wrong_user") {
                $0.with(\.token.subject, SampleUser.sub.uppercased())
            },
            ChangedToken("an emailed code without the digest of its address", "wrong_address", by: .emailOTP) {
                $0.with(\.token.emailDigest, nil)
            },
            ChangedToken("another action", "wrong_action") { $0.with(\.token.actionCode, "addAuthenticator") },
            ChangedToken("an action that differs by case", "wrong_action") {
                $0.with(\.token.actionCode, "CognitoAuth")
            },
            ChangedToken("a method not allowed", "method_not_allowed", by: .init(rawValue: "SMS")),
            ChangedToken("a recovery code", "method_not_allowed", by: .init(rawValue: "RECOVERY_CODE")),
            ChangedToken("a method that differs by case", "method_not_allowed", by: .init(rawValue: "passkey")),
        ]
        + ["ALLOW", "BLOCK", "CHALLENGE_REQUIRED", "CHALLENGE_FAILED", "REVIEW_SUCCEEDED", "challenge_succeeded"].map {
            state in
            ChangedToken("state \(state)", "not_succeeded") { token in
                token.with(\.token.state, .init(rawValue: state))
            }
        }

    @Test("tells right from wrong tokens of the round", arguments: genuine + forged + insufficient)
    func rightAndWrongTokens(_ example: ChangedToken) throws {
        let deployment = try TestDeployment.signed(["TOKEN_SIGNING_KEY_PREVIOUS": SampleKeys.previousKey])
        let challenge = try deployment.create()
        let answer = try example.change(ProofAnswer(challenge, example.method)).text()
        try expect(deployment.verify(challenge, answer), equals: example.verdict)
    }

    @Test("a token without a signature is refused, also when it says so itself")
    func unsignedTokenIsRefused() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let token = try ProofAnswer(challenge, .passkey)
        let none = try token.with(\.header, #"{"alg":"none","typ":"result+jwt"}"#).text()
        for text in [try token.text(), none] {
            let bare = text.split(separator: ".").dropLast().joined(separator: ".")
            try expect(deployment.verify(challenge, bare), equals: "invalid_token")
            try expect(deployment.verify(challenge, bare + "."), equals: "invalid_token")
        }
    }

    @Test("the challenge token itself is not a right answer")
    func challengeTokenIsNoAnswer() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        try expect(deployment.verify(challenge, challenge.token), equals: "invalid_token")
    }

    @Test("a token of the previous key is refused once that key is gone")
    func retiredKeyIsRefused() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .passkey).with(\.key, SampleKeys.previousKey).text()
        try expect(deployment.verify(challenge, answer), equals: "invalid_token")
    }

    @Test("a code sent for a challenge of the previous key still proves its address")
    func codeOfThePreviousKeyStillProvesItsAddress() throws {
        let old = try TestDeployment.signed(["TOKEN_SIGNING_KEY": SampleKeys.previousKey])
        let challenge = try old.create()
        let answer = try ProofAnswer(challenge, .emailOTP, key: SampleKeys.previousKey).text()
        let rotated = try TestDeployment.signed(["TOKEN_SIGNING_KEY_PREVIOUS": SampleKeys.previousKey])
        try expect(rotated.verify(challenge, answer), equals: "right EMAIL_OTP")
    }
}
