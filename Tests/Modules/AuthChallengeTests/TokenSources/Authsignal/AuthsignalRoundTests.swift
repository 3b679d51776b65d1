import AuthChallenge
import LambdaRuntime
import Testing
import TriggerTestSupport

@Suite("Binding of a proof to its round in authsignal mode")
struct AuthsignalRoundTests {
    static let earlierKey = "11111111-b5d3-4baf-a4ab-4b812dde97a0"
    static let action = "GET \(API.user)/actions/cognitoAuth/\(earlierKey)"

    struct AuthsignalProof: Sendable, CustomTestStringConvertible {
        let round: Int
        var method = "PASSKEY"
        /// When validate says the proof was made; the test's clock stands at 08:00:00.
        let time: String?
        /// The answer to the look-up of the action; nil if none is expected.
        var action: ScriptedTransport.Answer?
        let verdict: String
        var settings: [String: String] = [:]

        var testDescription: String { "\(method), round \(round), \(time ?? "no time"): \(verdict)" }
    }

    static func updated(_ time: String) -> ScriptedTransport.Answer {
        .ok(#"{"state":"CHALLENGE_SUCCEEDED","createdAt":"2027-01-15T07:00:00Z","stateUpdatedAt":"\#(time)"}"#)
    }

    static let age = ["ROUND_BINDING": "age"]

    @Test(
        "a proof made with another key",
        arguments: [
            AuthsignalProof(round: 1, time: "2027-01-15T08:00:00.000Z", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T07:55:00Z", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T09:55:00+02:00", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T07:54:59.999Z", verdict: "too_old"),
            AuthsignalProof(round: 1, time: "2027-01-15T08:01:00Z", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T08:01:01Z", verdict: "too_old"),
            AuthsignalProof(round: 2, time: "2027-01-15T08:00:00Z", verdict: "other_round"),
            AuthsignalProof(round: 1, method: "EMAIL_OTP", time: "2027-01-15T08:00:00Z", verdict: "other_round"),
            // If the answer has no time, the action is looked up; if the action has none either, the proof is too old.
            AuthsignalProof(round: 1, time: nil, action: updated("2027-01-15T07:59:00Z"), verdict: "right PASSKEY"),
            AuthsignalProof(
                round: 1, time: "yesterday", action: updated("2027-01-15T07:59:00Z"), verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: nil, action: updated("2027-01-15T07:00:00Z"), verdict: "too_old"),
            AuthsignalProof(round: 1, time: nil, action: updated("soon"), verdict: "too_old"),
            AuthsignalProof(round: 1, time: nil, action: .ok("{}"), verdict: "too_old"),
            AuthsignalProof(round: 1, time: nil, action: API.error(404, "not_found"), verdict: "too_old"),
            AuthsignalProof(round: 2, time: "2027-01-15T07:59:00Z", verdict: "right PASSKEY", settings: age),
            AuthsignalProof(
                round: 2, time: nil, action: updated("2027-01-15T07:59:00Z"), verdict: "right PASSKEY", settings: age),
            AuthsignalProof(round: 2, time: "2027-01-15T07:00:00Z", verdict: "too_old", settings: age),
        ])
    func proofWithAnotherKey(_ example: AuthsignalProof) throws {
        let deployment = try TestDeployment.authsignal(example.settings)
        deployment.transport.on(API.track, API.tracked())
        let answer: [String: String?] = [
            "verificationMethod": .some(example.method), "idempotencyKey": Self.earlierKey,
            "stateUpdatedAt": example.time,
        ]
        deployment.transport.on(API.validate, API.validated(answer))
        if let action = example.action { deployment.transport.on(Self.action, action) }
        let rows = Rows.parse(String(repeating: "x", count: example.round - 1))
        let challenge = try deployment.create(.create.session(rows))
        deployment.transport.forgetCalls()
        #expect(try deployment.verify(challenge, API.resultToken) == example.verdict)
        let expected = [API.validate] + (example.action == nil ? [] : [Self.action])
        #expect(deployment.transport.names == expected)
    }

    @Test("a proof without a key belongs to no round, and has no age either")
    func proofWithoutKeyHasNoRoundAndNoAge() throws {
        for (settings, verdict) in [([:], "other_round"), (Self.age, "too_old")] {
            let deployment = try TestDeployment.authsignal(settings)
            deployment.transport.on(API.track, API.tracked())
            deployment.transport.on(API.validate, API.validated(["idempotencyKey": nil, "stateUpdatedAt": nil]))
            #expect(try deployment.verify(try deployment.create(), API.resultToken) == verdict)
            #expect(deployment.transport.names.last == API.validate)
        }
    }

    @Test("a recent passkey without a key does not count either")
    func recentPasskeyWithoutKeyDoesNotCount() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.validate, API.validated(["idempotencyKey": nil]))
        #expect(try deployment.verify(try deployment.create(), API.resultToken) == "other_round")
    }

    @Test("a proof of the round needs no age")
    func proofOfTheRoundNeedsNoAge() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.validate, API.validated(["stateUpdatedAt": nil]))
        #expect(try deployment.verify(try deployment.create(), API.resultToken) == "right PASSKEY")
        #expect(deployment.transport.names.last == API.validate)
    }
}
