import JSON
import LambdaRuntime
import SignUp
import Testing
import TriggerTestSupport

/// `events/PreSignUp` says which accounts are confirmed. Here are its rules in one table, and the outcomes for the
/// metrics. `SubjectGuardTests` has the accounts with an OpenID subject.
@Suite("PreSignUp")
struct PreSignUpTriggerTests {
    struct SignUp: Sendable {
        let settings: [String: String]
        var source = "PreSignUp_SignUp"
        var client: String? = "mine"
        let confirms: Bool
    }

    static let auto = ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "mine, yours"]

    @Test(
        "confirms only accounts that users of the listed clients make themselves, and only if configured",
        arguments: [
            SignUp(settings: auto, confirms: true), SignUp(settings: auto, client: "yours", confirms: true),
            SignUp(settings: auto, client: "theirs", confirms: false),
            SignUp(settings: auto, client: nil, confirms: false),
            SignUp(settings: auto, source: "PreSignUp_AdminCreateUser", confirms: false),
            SignUp(settings: auto, source: "PreSignUp_ExternalProvider", confirms: false),
            SignUp(settings: ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "*"], client: "theirs", confirms: true),
            SignUp(settings: [:], confirms: false), SignUp(settings: ["CONFIRM_SIGN_UP": "code"], confirms: false),
            SignUp(settings: ["CONFIRM_SIGN_UP": "code", "ALLOWED_CLIENT_IDS": "mine"], confirms: false),
        ])
    func confirmsOnlyListedClientsSignUps(_ example: SignUp) throws {
        let event = EventBuilder.preSignUp.source(example.source).client(example.client)
        let trigger = try PreSignUpTrigger(.test(example.settings))
        let reply = try trigger(try #require(event.invocation), LogRecorder().log)
        #expect(reply.outcome == (example.confirms ? "confirmed" : "unchanged"))
        let response = try #require(try JSONValue(parsing: reply.body)["response"])
        #expect(response.members.map(\.name) == (example.confirms ? ["autoConfirmUser"] : []))
        #expect(response["autoConfirmUser"]?.bool == (example.confirms ? true : nil))
        if !example.confirms { #expect(reply.body == event.bytes) }
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() throws {
        let trigger = try PreSignUpTrigger(.test([:]))
        let invocation = try #require(EventBuilder.define.invocation)
        #expect(
            throws: FunctionError(
                .wrongTrigger, message: "Sign-in is not possible right now",
                detail: "the event does not belong to the trigger PreSignUp")
        ) { try trigger(invocation, LogRecorder().log) }
    }
}
