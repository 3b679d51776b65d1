import FunctionTestSupport
import Testing
import TriggerTestSupport

@Suite("The executable DefineAuthChallenge")
struct DefineAuthChallengeTests {
    private let function = BuiltFunction("DefineAuthChallenge")

    @Test("decides every sample event as the file beside it says")
    func decidesSampleEvents() async throws { try await function.expectSampleDecisions() }

    @Test("serves its own trigger and refuses every other")
    func servesOnlyItsTrigger() async throws { try await function.expectToServeOnly(.define) }
}
