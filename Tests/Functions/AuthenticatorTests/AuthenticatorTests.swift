import FunctionTestSupport
import RuntimeAPIHost
import Testing

@Suite("The executable Authenticator")
struct AuthenticatorTests {
    @Test("answers every sample request as the file beside it says")
    func answersSampleRequests() async throws { try await BuiltFunction("Authenticator").expectSampleDecisions() }

    @Test("does not start without the domain of its passkeys, which no other function has")
    func needsRelyingParty() async throws {
        let function = BuiltFunction(
            "Authenticator",
            environment: [
                "USER_POOL_ID": "eu-west-1_AbCdEf123", "TOKEN_SIGNING_KEY": "a key of the test, thirty-two bytes long",
            ])
        let (result, _) = try await function.invoke(Array("{}".utf8))
        let message = "RELYING_PARTY_ID is not set correctly"
        #expect(result == .initError(FunctionFailure(type: "Runtime.ConfigInvalid", message: message)))
    }
}
