import AuditLog
import AuthChallenge
import CognitoTriggers
import LambdaRuntime
import OpenSSLCrypto
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The audit log of Create and Verify")
struct AuditTests {
    static let key = "the key of the audit log, thirty-two bytes and more"
    static let settings = ["AUDIT": "digest", "AUDIT_KEY": key]

    /// As the page on the audit log says.
    static func digest(_ text: String) -> String {
        let code = HMACSHA256.authenticationCode(for: Array(text.utf8), key: Array(key.utf8))
        return Base64URL.encode(Array(code.prefix(16)))
    }

    static let who = digest("sub:\(SampleUser.sub)")

    @Test("says who got a challenge, in a digest that the round keeps for Define and Verify")
    func challengeIsRecorded() throws {
        let deployment = try TestDeployment.signed(Self.settings)
        let challenge = try deployment.create()
        #expect(
            deployment.audit == [
                AuditLine(
                    .challengeIssued, reason: "issued", who: Self.who, subject: SampleUser.sub,
                    clientID: SampleUser.clientID, step: "RESULT_TOKEN", round: 1)
            ])
        #expect(challenge.metadata == "RESULT_TOKEN who=\(Self.who);flow=RT")
        #expect(challenge.privateParameters["who"] == Self.who)
    }

    @Test("says how each answer was judged, by the digest that Create wrote")
    func answersAreRecorded() throws {
        let deployment = try TestDeployment.signed(Self.settings)
        let challenge = try deployment.create()
        _ = try deployment.verify(challenge, "junk")
        _ = try deployment.verify(challenge, ProofAnswer(challenge, .emailOTP).text())
        let line = AuditLine(
            .answerWrong, reason: "invalid_token", who: Self.who, subject: SampleUser.sub,
            clientID: SampleUser.clientID, step: "RESULT_TOKEN", round: 1)
        var right = line
        (right.kind, right.reason, right.method) = (.answerRight, nil, "EMAIL_OTP")
        #expect(deployment.audit.dropFirst() == [line, right])
    }

    @Test("says what a right answer had to show")
    func assuranceIsRecorded() throws {
        let deployment = try TestDeployment.signed(Self.settings.merging(["ASSURANCE": "aal2"]) { $1 })
        let challenge = try deployment.create()
        var answer = try ProofAnswer(challenge, .passkey)
        answer.token.assurance.isUserVerified = true
        try expect(deployment.verify(challenge, answer.text()), equals: "right PASSKEY")
        #expect(deployment.audit.last?.assurance == "aal2")
        #expect(deployment.audit.last?.method == "PASSKEY")
    }

    @Test("gives a name that no user has a digest of its own, as long as a user's")
    func unknownUserIsRecorded() throws {
        let deployment = try TestDeployment.signed(Self.settings)
        let (known, unknown) = (try deployment.create(), try deployment.create(.create.unknownUser()))
        let who = Self.digest("unknown:\(SampleUser.unknownName)")
        #expect(deployment.audit.last?.who == who)
        #expect(deployment.audit.last?.subject == nil)
        #expect(deployment.audit.last?.reason == "issued_closed")
        #expect(unknown.metadata.utf8.count == known.metadata.utf8.count)
        #expect(unknown.privateParameters["who"]?.utf8.count == known.privateParameters["who"]?.utf8.count)
        // A user who is called like another one's sub is not that user.
        let lookAlike = try deployment.create(.create.unknownUser(SampleUser.sub))
        #expect(lookAlike.privateParameters["who"] != Self.who)
    }

    @Test(
        "leaves the rounds as they are where it is off, or has no key",
        arguments: [[:], ["AUDIT": "subject"], ["AUDIT": "off", "AUDIT_KEY": key]])
    func roundsStayAsTheyAre(settings: [String: String]) throws {
        let deployment = try TestDeployment.signed(settings)
        let challenge = try deployment.create()
        #expect(challenge.metadata == "RESULT_TOKEN who=;flow=RT")
        #expect(challenge.privateParameters["who"] == nil)
        _ = try deployment.verify(challenge, "junk")
        #expect(deployment.audit.map(\.who) == [nil, nil])
        #expect(deployment.audit.map(\.subject) == [SampleUser.sub, SampleUser.sub])
    }

    @Test("does not keep a code from staying valid in the next round")
    func codeStaysValid() throws {
        let codes = try CodeDeployment(Self.settings)
        let first = try codes.create()
        #expect(first.metadata.hasSuffix(" who=\(Self.who);flow=EO"))
        let row = ChallengeResult(
            challengeName: ChallengeResult.customChallenge, challengeResult: false,
            challengeMetadata: first.metadata)
        let second = try codes.create(.create.session([row]))
        #expect(second.outcome == "continued")
        #expect(second.metadata == first.metadata.replacing(Self.who, with: ""), "the digest is noted once")
        #expect(codes.deployment.audit.map(\.reason) == ["issued", "continued"])
    }

    @Test("notes the digest in the first round, also after the rows that Cognito makes by itself")
    func digestIsNotedAfterPassword() throws {
        let deployment = try TestDeployment.signed(
            Self.settings.merging(["SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"]) { $1 })
        let challenge = try deployment.create(.create.session(Rows.parse("SP")))
        #expect(challenge.metadata == "RESULT_TOKEN who=\(Self.who);flow=P-RT")
    }

    @Test(
        "needs a key of 32 bytes for digests, and a word that it knows",
        arguments: [
            (["AUDIT": "digest"], "AUDIT_KEY or AUDIT_KEY_ARN must be set for AUDIT=digest"),
            (["AUDIT": "digest", "AUDIT_KEY": "short"], "AUDIT_KEY must hold at least 32 bytes"),
            (["AUDIT": "subject", "AUDIT_KEY": "short"], "AUDIT_KEY must hold at least 32 bytes"),
            (["AUDIT": "loud"], "AUDIT must be one of off, digest, subject"),
        ])
    func badSettings(settings: [String: String], message: String) throws {
        let error = #expect(throws: FunctionError.self) { try TestDeployment.signed(settings) }
        #expect(error?.kind == .configuration)
        #expect(error?.detail == message)
    }
}
