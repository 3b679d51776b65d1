import Testing

@Suite("The model of the whole sign-in")
struct SignInModelTests {
    @Test("in every order of calls, tokens are issued exactly when the policy says so")
    func everyOrderKeepsToThePolicy() async throws {
        let plan = WalkPlan()
        let reports = try await WalkReport.all(plan)
        print("The model of the sign-in, DEPTH=\(plan.depth) SEED=\(plan.seed) WALKS=\(plan.walks):")
        for report in reports.sorted(by: { $0.flow.rawValue < $1.flow.rawValue }) {
            print("  \(report.line)")
            for discovery in report.discoveries { Issue.record("\(discovery)") }
        }
    }
}
