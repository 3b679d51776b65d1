import FunctionTestSupport
import RuntimeAPIHost
import Testing

@Suite("The executable AddAuthenticator")
struct AddAuthenticatorTests {
    private let function = BuiltFunction("AddAuthenticator")

    @Test("decides every sample event as the file beside it says")
    func decidesSampleEvents() async throws { try await function.expectSampleDecisions() }

    @Test("does not start without the user pool's issuer")
    func needsIssuer() async throws {
        let (result, _) = try await function.invoke(Array("{}".utf8))
        let message = "USER_POOL_ISSUER is not set correctly"
        #expect(result == .initError(FunctionFailure(type: "Runtime.ConfigInvalid", message: message)))
    }
}
