import FunctionTestSupport
import Testing
import TriggerTestSupport

@Suite("The executable PreSignUp")
struct PreSignUpTests {
    private let function = BuiltFunction("PreSignUp")

    @Test("decides every sample event as the file beside it says")
    func decidesSampleEvents() async throws { try await function.expectSampleDecisions() }

    @Test("serves its own trigger and refuses every other")
    func servesOnlyItsTrigger() async throws { try await function.expectToServeOnly(.preSignUp) }
}
