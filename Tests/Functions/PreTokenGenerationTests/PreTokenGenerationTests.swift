import FunctionTestSupport
import Testing
import TriggerTestSupport

@Suite("The executable PreTokenGeneration")
struct PreTokenGenerationTests {
    private let function = BuiltFunction("PreTokenGeneration")

    @Test("decides every sample event as the file beside it says")
    func decidesSampleEvents() async throws { try await function.expectSampleDecisions() }

    @Test("serves its own trigger and refuses every other")
    func servesOnlyItsTrigger() async throws { try await function.expectToServeOnly(.preTokenGeneration) }
}
