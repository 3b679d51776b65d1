import AuthChallenge
import JSON
import LambdaRuntime
import Testing
import TriggerTestSupport

@Suite("PreSignUp")
struct PreSignUpTriggerTests {
    struct Case: Sendable {
        let settings: [String: String]
        var source = "PreSignUp_SignUp"
        var client: String? = "mine"
        let confirms: Bool
    }

    static let auto = ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "mine, yours"]

    @Test(
        "confirms only what users of the listed clients sign up themselves, and only when told",
        arguments: [
            Case(settings: auto, confirms: true), Case(settings: auto, client: "yours", confirms: true),
            Case(settings: auto, client: "theirs", confirms: false), Case(settings: auto, client: nil, confirms: false),
            Case(settings: auto, source: "PreSignUp_AdminCreateUser", confirms: false),
            Case(settings: auto, source: "PreSignUp_ExternalProvider", confirms: false),
            Case(settings: ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "*"], client: "theirs", confirms: true),
            Case(settings: [:], confirms: false), Case(settings: ["CONFIRM_SIGN_UP": "code"], confirms: false),
            Case(settings: ["CONFIRM_SIGN_UP": "code", "ALLOWED_CLIENT_IDS": "mine"], confirms: false),
        ])
    func confirmation(_ example: Case) throws {
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
    func wrongTrigger() throws {
        let trigger = try PreSignUpTrigger(.test([:]))
        let invocation = try #require(EventBuilder.define.invocation)
        #expect(
            throws: FunctionError(
                .wrongTrigger, message: "Sign-in is not possible right now",
                detail: "the event does not belong to the trigger PreSignUp")
        ) { try trigger(invocation, LogRecorder().log) }
    }
}
