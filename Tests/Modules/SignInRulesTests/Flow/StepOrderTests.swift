import CognitoTriggers
import LambdaRuntime
import SignInRules
import Testing
import TriggerTestSupport

@Suite("Steps in order")
struct StepOrderTests {
    private func decision(
        _ rows: String, _ steps: [String], cap: Int = 3, isKnown: Bool = true
    ) throws -> String {
        let trigger = DefineTrigger(rules: SessionRules(flow: SignInFlow(steps: steps), maximumAttempts: cap))
        let event = (isKnown ? EventBuilder.define : .define.unknownUser()).session(Rows.parse(rows))
        return try DefineReply.decision(try trigger(try #require(event.invocation), LogRecorder().log))
    }

    @Test(
        "a code first and a result token second",
        arguments: [
            ("", "challenge"), ("E", "challenge"), ("Eo", "tokens"),
            // A step may be tried again without losing those before it, and each has its own tries.
            ("eeE", "challenge"), ("eeExxo", "tokens"), ("Exx", "challenge"), ("Exxx", "too_many_attempts"),
            ("Exxxo", "too_many_attempts"), ("eee", "too_many_attempts"), ("eeeE", "too_many_attempts"),
            ("eeEo", "tokens"), ("eeExxxo", "too_many_attempts"),
            // Steps skipped, swapped, repeated, or one answered for the other.
            ("o", "wrong_step"), ("oE", "wrong_step"), ("x", "wrong_step"), ("EE", "wrong_step"), ("EEo", "wrong_step"),
            ("Ee", "wrong_step"), ("Exeo", "wrong_step"), ("ExE", "wrong_step"), ("oo", "wrong_step"),
            ("ExK", "wrong_step"), ("K", "wrong_step"), ("EK", "wrong_step"),
            // A row without its note belongs to no step.
            ("N", "wrong_step"), ("n", "wrong_step"), ("EN", "wrong_step"), ("EnN", "wrong_step"), ("NN", "wrong_step"),
            // Nothing comes after the last.
            ("Eoo", "row_after_success"), ("Eox", "row_after_success"), ("EoE", "row_after_success"),
            ("Eo?", "row_after_success"),
            // Rows that belong to no step of the flow.
            ("S", "srp_start"), ("SEo", "srp_start"), ("ESo", "srp_start"), ("EP", "unknown_challenge"),
            ("EPo", "unknown_challenge"), ("E?o", "unknown_challenge"), ("Ec", "unknown_challenge"),
        ])
    func resultTokenAfterACode(_ rows: String, _ decision: String) throws {
        #expect(try self.decision(rows, ["EMAIL_OTP", "RESULT_TOKEN"]) == decision)
    }

    @Test(
        "a row counts for a flow's only step if it has that step's note, and not without a note",
        arguments: [
            ("o", "tokens"), ("xxo", "tokens"), ("N", "wrong_step"), ("n", "wrong_step"), ("xnN", "wrong_step"),
            ("xN", "wrong_step"), ("No", "wrong_step"), ("E", "wrong_step"), ("e", "wrong_step"), ("xE", "wrong_step"),
            ("Eo", "wrong_step"),
        ])
    func onlyStepNeedsItsNote(_ rows: String, _ decision: String) throws {
        #expect(try self.decision(rows, ["RESULT_TOKEN"]) == decision)
    }

    @Test("a note that only begins like a step's name is not the step's", arguments: ["RESULT_TOKENS", "RESULT", " "])
    func similarNoteIsAnotherStep(_ note: String) throws {
        let row = ChallengeResult(
            challengeName: "CUSTOM_CHALLENGE", challengeResult: true, challengeMetadata: note)
        let decision = SessionRules().decide([row], user: TriggerUser(sub: SampleUser.sub, email: nil))
        #expect(decision == .fail(.wrongStep))
    }

    @Test(
        "an unknown user gets no tokens, whatever has been passed",
        arguments: [
            ("", "challenge"), ("ee", "challenge"), ("eee", "too_many_attempts"), ("E", "challenge"),
            ("Eo", "unknown_user"),
        ])
    func unknownUserGetsNoTokens(_ rows: String, _ decision: String) throws {
        #expect(try self.decision(rows, ["EMAIL_OTP", "RESULT_TOKEN"], isKnown: false) == decision)
    }
}
