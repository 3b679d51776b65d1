import LambdaRuntime
import NewPassword
import TestSupport
import Testing
import TriggerTestSupport

/// `events/PreTokenGeneration` says which tokens are refused. Here are the lists of clients, and the error in full.
@Suite("PreTokenGeneration")
struct PreTokenGenerationTriggerTests {
    private static let refused = FunctionError(
        .refused, message: "Sign-in is not possible right now",
        detail: "tokens for a new password are refused: the sign-in's other steps were not asked for")
    private static let newPassword = EventBuilder.preTokenGeneration.source("TokenGeneration_NewPasswordChallenge")

    private func reply(_ event: EventBuilder, _ clients: String? = nil) throws -> Reply {
        let settings = clients.map { ["ALLOWED_CLIENT_IDS": $0] } ?? [:]
        let trigger = try PreTokenGenerationTrigger(Settings(Environment(settings)))
        return try trigger(try #require(event.invocation), LogRecorder().log)
    }

    @Test(
        "refuses tokens for a new password to the clients it guards, and if no client is named",
        arguments: [
            (nil, "mine"), ("*", "mine"), ("mine", "mine"), ("yours, mine", "mine"), (nil, nil), ("*", nil),
            ("mine", nil),
        ] as [(String?, String?)])
    func newPasswordTokensAreRefused(_ clients: String?, _ client: String?) {
        #expect(throws: Self.refused) { try reply(Self.newPassword.client(client), clients) }
    }

    @Test("leaves other clients of the pool alone", arguments: ["theirs", "MINE", "min"])
    func otherClientsAreLeftAlone(_ client: String) throws {
        let event = Self.newPassword.client(client)
        let reply = try reply(event, "mine, yours")
        #expect(reply.body == event.bytes)
        #expect(reply.outcome == "unchanged")
    }

    @Test(
        "leaves every other occasion alone",
        arguments: [
            "TokenGeneration_Authentication", "TokenGeneration_RefreshTokens", "TokenGeneration_HostedAuth",
            "TokenGeneration_AuthenticateDevice",
        ])
    func otherOccasionsAreLeftAlone(_ source: String) throws {
        let event = EventBuilder.preTokenGeneration.source(source)
        try expect(reply(event).body, equals: event.bytes)
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() {
        #expect(
            throws: FunctionError(
                .wrongTrigger, message: "Sign-in is not possible right now",
                detail: "the event does not belong to the trigger TokenGeneration")
        ) { try reply(.define) }
    }
}
