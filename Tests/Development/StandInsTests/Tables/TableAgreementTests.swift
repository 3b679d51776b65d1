import StandIns
import Testing

/// The stand-in for DynamoDB answers as the service documents, and moto, which others wrote, agrees.
@Suite("The stand-in for DynamoDB")
struct TableAgreementTests {
    @Test("the stand-in and moto answer as the service does", arguments: StateBackend.available)
    func backendAnswersAsTheServiceDoes(backend: StateBackend) async throws {
        try await backend.run { endpoint, _ in
            for testCase in TableCases.all {
                for (index, step) in testCase.steps.enumerated() {
                    let expected = backend == .moto ? step.moto ?? step.answer : step.answer
                    let answer = try await step.send(to: endpoint)
                    #expect(answer == expected, "\(testCase.name), request \(index + 1): \(step.request.prefix(300))")
                }
            }
        }
    }
}
