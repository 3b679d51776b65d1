import AuditLog
import AuthChallenge
import JSON
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Rounds and proofs count in one Region")
struct RegionTests {
    private static let here = "eu-west-1"
    private static let there = "eu-central-1"

    /// The same deployment in a Region; nil for functions that are told of none.
    private static func signed(_ region: String?, _ settings: [String: String] = [:]) throws -> TestDeployment {
        try .signed(["AWS_REGION": region ?? ""].merging(settings) { $1 })
    }

    /// A passkey proven before the sign-in, for a Region.
    private static func earlierPasskey(_ challenge: CreatedChallenge, for region: String?) throws -> ProofAnswer {
        try ProofAnswer(challenge, .passkey).with(\.token.idempotencyKey, "of-its-own").with(\.token.region, region)
    }

    @Test("a challenge token and its round name the Region of Create")
    func roundNamesItsRegion() throws {
        for region in [Self.here, Self.there] {
            let challenge = try Self.signed(region).create()
            #expect(challenge.privateParameters["region"] == region)
            try expect(challenge.claims()["other"]?["region"]?.string, equals: region)
            #expect(!challenge.publicParameters.values.contains { $0.contains(region) })
            #expect(!challenge.metadata.contains(region))
        }
        let challenge = try Self.signed(nil).create()
        #expect(challenge.privateParameters["region"] == nil)
        try expect(challenge.claims()["other"]?["region"]) { $0 == nil }
    }

    @Test("a token of AddAuthenticator names its Region")
    func enrolmentTokenNamesItsRegion() throws {
        let deployment = try AddAuthenticatorDeployment(
            AddAuthenticatorDeployment.signed, ["AWS_REGION": Self.there])
        let token = try ChallengeToken(
            opening: deployment.send(deployment.accessToken()).token, userPoolID: SampleUser.poolID,
            keys: SignInKeys(current: Array(SampleKeys.signingKey.utf8)), now: TestClock.second)
        #expect(token.region == Self.there)
    }

    @Test(
        "a round is judged only in the Region where it began, whatever its method",
        arguments: ["signed", "authsignal", "EMAIL_OTP"])
    func roundIsJudgedWhereItBegan(kind: String) throws {
        func deployment(_ region: String) throws -> (create: () throws -> CreatedChallenge, TestDeployment) {
            switch kind {
            case "signed":
                let deployment = try Self.signed(region)
                return ({ try deployment.create() }, deployment)
            case "authsignal":
                let deployment = try TestDeployment.authsignal(["AWS_REGION": region])
                deployment.transport.on(API.track, API.tracked("CHALLENGE_REQUIRED"))
                return ({ try deployment.create() }, deployment)
            default:
                let codes = try CodeDeployment(["AWS_REGION": region])
                return ({ try codes.create() }, codes.deployment)
            }
        }
        let challenge = try deployment(Self.here).create()
        let (_, elsewhere) = try deployment(Self.there)
        let calls = elsewhere.transport.calls.count
        try expect(elsewhere.verify(challenge, "an-answer"), equals: "other_region")
        #expect(elsewhere.transport.calls.count == calls)
        #expect(elsewhere.audit.last?.reason == "other_region" && elsewhere.audit.last?.decision == .answerWrong)
        #expect(elsewhere.recorder.lines.last == "INFO answer refused: other_region")
    }

    @Test("the right answer to a round is wrong in another Region, and stays right where the round began")
    func rightAnswerIsWrongElsewhere() throws {
        let (here, there) = (try Self.signed(Self.here), try Self.signed(Self.there))
        let challenge = try here.create()
        let answer = try ProofAnswer(challenge, .passkey).with(\.token.region, Self.here).text()
        try expect(there.verify(challenge, answer), equals: "other_region")
        try expect(here.verify(challenge, answer), equals: "right PASSKEY")
    }

    @Test(
        "a passkey proven before the sign-in counts only in the Region that its token names",
        arguments: [(here, "right PASSKEY"), (there, "other_region"), ("EU-WEST-1", "other_region")])
    func earlierPasskeyCountsInItsRegion(region: String, verdict: String) throws {
        let deployment = try Self.signed(Self.here)
        let challenge = try deployment.create()
        try expect(deployment.verify(challenge, Self.earlierPasskey(challenge, for: region).text()), equals: verdict)
    }

    @Test("a proof for another Region is wrong even with the round's own key")
    func ownProofOfOtherRegionIsWrong() throws {
        let deployment = try Self.signed(Self.here)
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .emailOTP).with(\.token.region, Self.there)
        try expect(deployment.verify(challenge, answer.text()), equals: "other_region")
    }

    @Test("a function that is told of no Region accepts nothing that names one")
    func functionWithoutRegionAcceptsNoOther() throws {
        let deployment = try Self.signed(nil)
        let challenge = try deployment.create()
        try expect(
            deployment.verify(challenge, Self.earlierPasskey(challenge, for: Self.here).text()), equals: "other_region")
    }

    @Test(
        "a proof that names no Region is judged by its round, and refused without one where there are several Regions",
        arguments: [
            ("false", "right PASSKEY", "right PASSKEY"), ("true", "right PASSKEY", "no_region"),
        ])
    func proofWithoutRegion(several: String, own: String, earlier: String) throws {
        let deployment = try Self.signed(Self.here, ["SEVERAL_REGIONS": several])
        let challenge = try deployment.create()
        try expect(deployment.verify(challenge, ProofAnswer(challenge, .passkey).text()), equals: own)
        try expect(deployment.verify(challenge, Self.earlierPasskey(challenge, for: nil).text()), equals: earlier)
    }

    @Test("where age alone binds a proof to its round, several Regions demand that it names one")
    func proofBoundByAgeNamesItsRegion() throws {
        let deployment = try Self.signed(Self.here, ["SEVERAL_REGIONS": "true", "ROUND_BINDING": "age"])
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .emailOTP).with(\.token.idempotencyKey, "of-another-round")
        try expect(deployment.verify(challenge, answer.text()), equals: "no_region")
        try expect(
            deployment.verify(challenge, answer.with(\.token.region, Self.here).text()), equals: "right EMAIL_OTP")
    }

    @Test(
        "a round that names no Region is judged unless there are several",
        arguments: [("false", "right PASSKEY"), ("true", "no_region")])
    func roundWithoutRegion(several: String, verdict: String) throws {
        let challenge = try Self.signed(nil).create()
        let deployment = try Self.signed(Self.here, ["SEVERAL_REGIONS": several])
        try expect(deployment.verify(challenge, ProofAnswer(challenge, .passkey).text()), equals: verdict)
    }

    @Test("several Regions without a Region is a fault of the configuration")
    func severalRegionsNeedTheirName() {
        #expect(throws: FunctionError.configuration("SEVERAL_REGIONS", "needs AWS_REGION")) {
            try Self.signed(nil, ["SEVERAL_REGIONS": "true"])
        }
        #expect(throws: FunctionError.configuration("SEVERAL_REGIONS", "must be true or false")) {
            try Self.signed(Self.here, ["SEVERAL_REGIONS": "yes"])
        }
    }
}
