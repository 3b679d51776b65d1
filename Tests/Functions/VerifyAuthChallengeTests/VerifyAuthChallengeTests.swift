import FunctionTestSupport
import Testing
import TriggerTestSupport

@Suite("The executable VerifyAuthChallenge")
struct VerifyAuthChallengeTests {
    private let function = BuiltFunction(
        "VerifyAuthChallenge",
        environment: ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": "a signing key of more than 32 bytes for tests"])

    @Test("decides every sample event as the file beside it says")
    func decidesSampleEvents() async throws { try await function.expectSampleDecisions() }

    @Test("serves its own trigger and refuses every other")
    func servesOnlyItsTrigger() async throws { try await function.expectToServeOnly(.verify) }
}
