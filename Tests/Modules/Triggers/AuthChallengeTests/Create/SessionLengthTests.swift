import AuditLog
import AuthChallenge
import CognitoTriggers
import JSON
import LambdaRuntime
import SignInRules
import Testing
import TriggerTestSupport

@Suite("What Create adds to a session")
struct SessionLengthTests {
    private static let settings = Captcha.settings.merging(AuditTests.settings) { $1 }
        .merging(["AWS_REGION": "eu-west-1"]) { $1 }

    private static func written(_ row: ChallengeResult) -> [UInt8] {
        JSONWriter.object { json in
            json.member("challengeName", row.challengeName)
            json.member("challengeResult", row.challengeResult)
            if let note = row.challengeMetadata {
                json.member("challengeMetadata", note)
            } else {
                json.member("challengeMetadata", raw: "null".utf8)
            }
        }
    }

    @Test(
        "is never more than the estimate, and not much less",
        arguments: [
            "RESULT_TOKEN", "EMAIL_OTP", "CAPTCHA,RESULT_TOKEN", "CAPTCHA,EMAIL_OTP", "PASSWORD,EMAIL_OTP",
            "PASSWORD,CAPTCHA,EMAIL_OTP,RESULT_TOKEN",
        ], [1, 3, 10])
    func estimateHolds(flow: String, attempts: Int) throws {
        let settings = Self.settings.merging(["SIGN_IN_FLOW": flow]) { $1 }
        let codes = try CodeDeployment(settings)
        var rows: [ChallengeResult] = []
        if flow.hasPrefix("PASSWORD") {
            let names = [
                "SRP_A", "PASSWORD_VERIFIER", "SOFTWARE_TOKEN_MFA", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER",
            ]
            rows = names.map { ChallengeResult(challengeName: $0, challengeResult: true, challengeMetadata: nil) }
        }
        let steps = flow.split(separator: ",").filter { $0 != "PASSWORD" }
        var parameters: [String: String] = [:]
        for step in steps {
            for attempt in 1...attempts {
                let challenge = try codes.create(.create.session(rows))
                #expect(challenge.privateParameters["step"] == String(step))
                parameters = challenge.privateParameters
                rows.append(
                    ChallengeResult(
                        challengeName: ChallengeResult.customChallenge, challengeResult: attempt == attempts,
                        challengeMetadata: challenge.metadata))
            }
        }
        let kept = JSONWriter.object { json in
            for (name, value) in parameters { json.member(name, value) }
        }
        let bytes = rows.dropLast().reduce(kept.count) { $0 + Self.written($1).count + 1 }
        let length = try SessionLength(of: SignInFlow(Settings(Environment(settings))))
        let estimate = length.characters(attempts: attempts)
        let real = 1_600 + (bytes * 4 + 2) / 3
        #expect(real <= estimate && estimate - real < 130, "\(real) of \(estimate)")
    }

    @Test("names the user's digest once: Define reads it in the first note")
    func digestIsNotedOnce() throws {
        let deployment = try TestDeployment.signed(AuditTests.settings)
        var rows: [ChallengeResult] = []
        for round in 1...3 {
            let challenge = try deployment.create(.create.session(rows))
            #expect(challenge.metadata == "RESULT_TOKEN who=\(round == 1 ? AuditTests.who : "");flow=RT")
            #expect(challenge.privateParameters["who"] == AuditTests.who)
            rows.append(
                ChallengeResult(
                    challengeName: ChallengeResult.customChallenge, challengeResult: false,
                    challengeMetadata: challenge.metadata))
        }
        #expect(deployment.audit.map(\.who) == Array(repeating: AuditTests.who, count: 3))
        let define = try DefineTrigger(Settings(Environment([:])))
        let reply = try define(try #require(EventBuilder.define.session(rows).invocation), LogRecorder().log)
        #expect(reply.audit.map(\.who) == [AuditTests.who])
    }
}
