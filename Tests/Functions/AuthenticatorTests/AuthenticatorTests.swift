import FunctionTestSupport
import RuntimeAPIHost
import Testing

@Suite("The executable Authenticator")
struct AuthenticatorTests {
    /// The least that it needs to start, but for the domain of the passkeys.
    private static let environment = [
        "USER_POOL_ID": "eu-west-1_AbCdEf123", "TOKEN_SIGNING_KEY": "a key of the test, thirty-two bytes long",
        "OTP_KEY": "a key of the test, thirty-two bytes long", "OTP_SENDER": "no-reply@example.test",
        "USERS_TABLE": "users", "STATE_TABLE": "state", "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
    ]

    @Test("answers every sample request as the file beside it says")
    func answersSampleRequests() async throws { try await BuiltFunction("Authenticator").expectSampleDecisions() }

    @Test("does not start without the domain of its passkeys, which no other function has")
    func needsRelyingParty() async throws {
        let function = BuiltFunction("Authenticator", environment: Self.environment)
        let (result, _) = try await function.invoke(Array("{}".utf8))
        let message = "RELYING_PARTY_ID is not set correctly"
        #expect(result == .initError(FunctionFailure(type: "Runtime.ConfigInvalid", message: message)))
    }

    @Test("answers what is no request too, and names itself in the metrics")
    func namesItself() async throws {
        let environment = Self.environment.merging(["RELYING_PARTY_ID": "example.test"]) { $1 }
        let (result, logLines) = try await BuiltFunction("Authenticator", environment: environment)
            .invoke(Array("{}".utf8))
        guard case .reply(let reply) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(String(decoding: reply, as: UTF8.self).hasPrefix(#"{"statusCode":400,"#))
        #expect(logLines.contains { $0.contains(#""Trigger":"Authenticator""#) }, "\(logLines)")
    }
}
