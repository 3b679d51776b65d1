import Bench
import Foundation
import Testing

@Suite("The report of first answers over HTTPS")
struct ColdReportTests {
    private func report(allRoots: Double, oneRoot: Double) -> ColdReport {
        // The bare loop has no limits.
        ColdReport(
            loopStart: 2, loop: ColdFigures(name: "bare loop", allRoots: 50, oneRoot: 5, event: 48),
            functions: [ColdFigures(name: "CreateAuthChallenge", allRoots: allRoots, oneRoot: oneRoot, event: 1)])
    }

    @Test("figures at their limits pass")
    func figuresAtTheirLimitsPass() {
        let report = report(allRoots: 12, oneRoot: 10)
        #expect(report.isMet)
        #expect(!report.text.contains("FAIL"))
        #expect(report.text.components(separatedBy: "pass").count == 3)
    }

    @Test(
        "a figure beyond one limit fails",
        arguments: [(12.1, 12.1), (10, 7.6)] as [(Double, Double)])
    func figureBeyondItsLimitFails(allRoots: Double, oneRoot: Double) {
        let report = report(allRoots: allRoots, oneRoot: oneRoot)
        #expect(!report.isMet)
        #expect(report.text.components(separatedBy: "FAIL").count == 2)
    }
}
