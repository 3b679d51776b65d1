#if os(Linux)
import Testing
import Trials

@Suite("The result of a fault")
struct FaultResultTests {
    /// A result in a row whose event must end with `error`, or as usual.
    private static func result(
        _ outcome: String = "error", _ time: Int = 20, expected: String = "error",
        _ change: (inout FaultResult) -> Void = { _ in }
    ) -> FaultResult {
        let row = FaultyCall(.tables, "Function/set/case", only: [.status500], expected).rows[0]
        var result = FaultResult(row: row, outcome: outcome, time: .milliseconds(time))
        change(&result)
        return result
    }

    @Test(
        "what the table does not say, in time, is a deviation; a row that must end as usual is compared with its case",
        arguments: [
            (result(), nil), (result("right"), "expected error, found right"),
            (result("error", 1_500), "took 1.5 seconds, more than 1.4 seconds"),
            (result { $0.hasBefallen = false }, "the function has not called the service"),
            (result { $0.wasFollowed = true }, "the function has followed the redirection"),
            (result { $0.isSameProcess = false }, "the process did not live to see the next event"),
            (result { $0.nextDifferences = ["response"] }, "the next event: response"),
            (result { $0.leaks = ["token in: line"] }, "the log holds a secret: token in: line"),
            (result("wrong", expected: "as usual"), "expected as usual, found wrong"),
            (result("wrong", expected: "as usual") { $0.isAsUsual = true }, nil),
        ])
    func deviations(result: FaultResult, deviation: String?) {
        #expect(result.deviations == [deviation].compactMap(\.self))
    }

    @Test("only what differs, is slow and leaks nothing is in doubt")
    func doubt() {
        #expect(!Self.result("right").isDoubtful)
        #expect(!Self.result("error", 900).isDoubtful)
        #expect(!Self.result("right", 900) { $0.leaks = ["token in: line"] }.isDoubtful)
        #expect(Self.result("right", 900).isDoubtful)
        #expect(Self.result("error", 1_500).isDoubtful)
        #expect(Self.result("right") { $0.nextTime = .milliseconds(900) }.isDoubtful)
    }
}
#endif
