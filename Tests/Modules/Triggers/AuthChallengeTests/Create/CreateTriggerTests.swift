import CognitoTriggers
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

/// `events/CreateAuthChallenge` says which challenge follows on a session, in every mode. Here are the step and number of
/// each round, and the errors. `Methods` has the tests of each method.
@Suite("What Create decides")
struct CreateTriggerTests {
    private func challenge(_ rows: [ChallengeResult]) throws -> CreatedChallenge {
        let settings = [
            "SIGN_IN_FLOW": "EMAIL_OTP,RESULT_TOKEN", "TOKEN_MODE": "signed",
            "TOKEN_SIGNING_KEY": SampleKeys.signingKey,
        ]
        return try CodeDeployment(settings).create(.create.session(rows))
    }

    @Test(
        "the rows decide the step, and each step counts its rounds from one",
        arguments: [
            ("", "EMAIL_OTP", 1), ("e", "EMAIL_OTP", 2), ("ee", "EMAIL_OTP", 3), ("E", "RESULT_TOKEN", 1),
            ("eeE", "RESULT_TOKEN", 1), ("eeEx", "RESULT_TOKEN", 2), ("SPE", "RESULT_TOKEN", 1), ("SP", "EMAIL_OTP", 1),
            ("DV", "EMAIL_OTP", 1), ("eDV", "EMAIL_OTP", 2), ("DVeDVEDVxDV", "RESULT_TOKEN", 2),
        ])
    func rowsDecideTheStep(rows: String, step: String, number: Int) throws {
        let challenge = try challenge(Rows.parse(rows))
        #expect(challenge.publicParameters["challenge"] == step)
        let kept = ["step", "round", "flow"].map { challenge.privateParameters[$0] }
        #expect(kept == [step, String(number), "EO-RT"])
        #expect(challenge.metadata.hasPrefix(step) && challenge.metadata.hasSuffix("who=;flow=EO-RT"))
    }

    @Test(
        "no challenge is made if the rows are out of order, or if every step has been passed",
        arguments: ["x", "o", "EE", "oE", "Exe", "N", "EN", "K", "Eo"])
    func rowsOutOfOrderMakeNoChallenge(_ rows: String) {
        let problem =
            rows == "Eo"
            ? "a challenge is asked for after every step has been passed" : "the session's steps are not in order"
        #expect(throws: FunctionError.hidden(.invalidEvent, problem)) { try challenge(Rows.parse(rows)) }
    }

    @Test(
        "no challenge is made after a round of another flow, because the sign-in cannot be won",
        arguments: [("who=;flow=P-RT", "PASSWORD,RESULT_TOKEN"), ("who=abc;flow=", "?")])
    func roundOfAnotherFlowMakesNoChallenge(note: String, flow: String) throws {
        let row = ChallengeResult(
            challengeName: ChallengeResult.customChallenge, challengeResult: false,
            challengeMetadata: "EMAIL_OTP \(note)")
        #expect(
            throws: FunctionError.hidden(
                .invalidEvent,
                "the functions have different flows: CreateAuthChallenge made this round with SIGN_IN_FLOW=\(flow), "
                    + "this CreateAuthChallenge has SIGN_IN_FLOW=EMAIL_OTP,RESULT_TOKEN")
        ) { try challenge([row]) }
    }

    @Test("client metadata changes nothing")
    func clientMetadataChangesNothing() throws {
        let metadata = [
            "step": "EMAIL_OTP", "round": "1", "scope": "add:authenticators", "email": "eve@example.test",
        ]
        let plain = try TestDeployment.signed().create()
        let other = try TestDeployment.signed().create(.create.clientMetadata(metadata))
        try expect(plain.payload(), equals: other.payload())
        #expect(Set(plain.publicParameters.keys) == Set(other.publicParameters.keys))
        #expect(plain.privateParameters == other.privateParameters)
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() {
        let detail = "the event does not belong to the trigger CreateAuthChallenge"
        #expect(
            throws: FunctionError(.wrongTrigger, message: "Sign-in is not possible right now", detail: detail)
        ) { try TestDeployment.signed().create(.define) }
    }
}
