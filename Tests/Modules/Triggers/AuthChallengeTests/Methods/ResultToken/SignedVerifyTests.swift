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
        ChangedToken("a token from 60 s ahead", "right PASSKEY") {
            $0.with(\.token.claims.issuedAt, TestClock.second + 60)
        },
        ChangedToken("a token that ended 59 s ago", "right PASSKEY") {
            $0.with(\.token.claims.expiresAt, TestClock.second - 59)
        },
    ]

    static let forged = [
        ChangedToken("the signature of another key", "invalid_token") { $0.with(\.key, SampleKeys.foreignKey) },
        ChangedToken("the signature of another key, under the right name", "invalid_token") {
            $0.with(\.header, #"{"alg":"HS256","typ":"result+jwt","kid":"fLauMsFkSYo"}"#)
                .with(\.key, SampleKeys.foreignKey)
        },
        ChangedToken("typ JWT", "invalid_token") { $0.with(\.header, #"{"alg":"HS256","typ":"JWT"}"#) },
        ChangedToken("alg none", "invalid_token") { $0.with(\.header, #"{"alg":"none","typ":"result+jwt"}"#) },
        ChangedToken("another pool", "invalid_token") { $0.with(\.token.claims.userPoolID, "eu-west-1_Other0000") },
        ChangedToken("no idempotency key", "invalid_token") { $0.replacing(#""idempotencyKey""#, #""key""#) },
        ChangedToken("issued 61 s ahead", "invalid_token") { $0.with(\.token.claims.issuedAt, TestClock.second + 61) },
        ChangedToken("ended 60 s ago", "expired") { $0.with(\.token.claims.expiresAt, TestClock.second - 60) },
        ChangedToken("ended long ago", "expired", by: .emailOTP) {
            $0.with(\.token.claims.expiresAt, TestClock.second - 3_600)
        },
    ]

    static let insufficient =
        [
            ChangedToken("another user's", "wrong_user") {
                $0.with(\.token.claims.subject, "8d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11")
            },
            ChangedToken("a subject that differs by case", "wrong_user") {
                $0.with(\.token.claims.subject, SampleUser.sub.uppercased())
            },
            ChangedToken("an emailed code without the digest of its address", "wrong_address", by: .emailOTP) {
                $0.with(\.token.emailDigest, nil)
            },
            ChangedToken("another action", "wrong_action") { $0.with(\.token.claims.actionCode, "addAuthenticator") },
            ChangedToken("an action that differs by case", "wrong_action") {
                $0.with(\.token.claims.actionCode, "CognitoAuth")
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
}
