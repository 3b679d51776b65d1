import FunctionTestSupport
import Testing
import TriggerTestSupport

@Suite("The executable VerifyAuthChallenge")
struct VerifyAuthChallengeTests {
    private let function = BuiltFunction(
        "VerifyAuthChallenge",
        environment: ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": "a signing key of more than 32 bytes for tests"])

    @Test("decides every sample event as the file beside it says")
    func decidesSampleEvents() async throws {
        try await function.expectSampleDecisions(tracing: [
            "127.0.0.1 validateChallenge", "127.0.0.1 getAction", "127.0.0.1 getAuthenticators",
            "127.0.0.1 openid-configuration", "127.0.0.1 jwks", "127.0.0.1 siteverify",
            "CognitoIdentityProvider AdminUpdateUserAttributes", "DynamoDB GetItem", "DynamoDB UpdateItem",
        ])
    }

    @Test("serves its own trigger and refuses every other")
    func servesOnlyItsTrigger() async throws { try await function.expectToServeOnly(.verify) }
}
