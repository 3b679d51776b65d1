import LambdaRuntime
import Passkeys
import Primitives
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Refusals that a wrong setting causes")
struct SetupFaultTests {
    @Test("have the words of the refusals, and each is one that only an operator can end")
    func wordsAreThoseOfRefusals() {
        let ofDefine = SessionRules.Failure.allCases.map(\.rawValue).filter(SetupFault.isOne)
        let ofVerify = Refusal.allCases.map(\.rawValue).filter(SetupFault.isOne)
        let ofPasskeys = PasskeyRefusal.allCases.map(\.rawValue).filter(SetupFault.isOne)
        #expect(ofDefine == ["other_flow", "foreign_client"])
        #expect(
            ofVerify == [
                "unreadable_round", "other_flow", "invalid_token", "invalid_challenge", "unknown_key", "unusable_key",
                "wrong_hostname",
            ])
        #expect(ofPasskeys == ["unlisted_origin", "framed", "unlisted_top_origin", "wrong_relying_party"])
        #expect(Set(ofDefine + ofVerify + ofPasskeys) == SetupFault.words)
    }

    @Test("are errors in the log of Verify, and a user's mistake is none")
    func levelsOfVerify() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        for answer in ["another key's", ""] { _ = try deployment.verify(challenge, answer) }
        #expect(
            deployment.recorder.lines == [
                "INFO answer refused: unusable_answer", "INFO answer refused: unusable_answer",
            ])
        let foreign = try TestDeployment.signed(["TOKEN_SIGNING_KEY": "another key of the tests, thirty-two bytes"])
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        try expect(foreign.verify(challenge, answer), equals: "invalid_token")
        #expect(foreign.recorder.lines == ["ERROR answer refused: invalid_token"])
    }
}
