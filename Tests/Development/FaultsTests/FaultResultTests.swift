#if os(Linux)
import Faults
import Testing

@Suite("The result of a fault")
struct FaultResultTests {
    /// A row whose event must end with `error`.
    static let row = FaultyCall(.tables, "Function/set/case", only: [.status500], "error").rows(isNamed: false)[0]

    @Test("a function that does as the table says, in time, has no deviation")
    func nothingDeviates() {
        #expect(FaultResult(row: Self.row, outcome: "error", time: .milliseconds(20)).deviations == [])
    }

    @Test("another outcome is a deviation")
    func outcomeDeviates() {
        let result = FaultResult(row: Self.row, outcome: "right", time: .milliseconds(20))
        #expect(result.deviations == ["expected error, found right"])
    }

    @Test("an answer after the deadline is a deviation")
    func timeDeviates() {
        let result = FaultResult(row: Self.row, outcome: "error", time: .milliseconds(1_500))
        #expect(result.deviations == ["took 1.5 seconds, more than 1.4 seconds"])
    }

    /// What may be amiss besides outcome and time.
    enum Fault: CaseIterable { case notCalled, followed, ended, next, leaked }

    @Test("whatever else is not as it must be is a deviation", arguments: Fault.allCases)
    func restDeviates(fault: Fault) {
        var result = FaultResult(row: Self.row, outcome: "error", time: .milliseconds(20))
        let deviation: String
        switch fault {
        case .notCalled: (result.hasBefallen, deviation) = (false, "the function has not called the service")
        case .followed: (result.wasFollowed, deviation) = (true, "the function has followed the redirection")
        case .ended: (result.isSameProcess, deviation) = (false, "the process did not live to see the next event")
        case .next: (result.nextDifferences, deviation) = (["response"], "the next event: response")
        case .leaked: (result.leaks, deviation) = (["token in: line"], "the log holds a secret: token in: line")
        }
        #expect(result.deviations == [deviation])
    }

    @Test("only what differs, is slow and leaks nothing is in doubt")
    func doubt() {
        func isDoubtful(_ outcome: String, _ time: Duration, next: Duration = .zero, leaks: [String] = []) -> Bool {
            var result = FaultResult(row: Self.row, outcome: outcome, time: time)
            (result.nextTime, result.leaks) = (next, leaks)
            return result.isDoubtful
        }
        #expect(!isDoubtful("right", .milliseconds(20)))
        #expect(!isDoubtful("error", .milliseconds(900)))
        #expect(!isDoubtful("right", .milliseconds(900), leaks: ["token in: line"]))
        #expect(isDoubtful("right", .milliseconds(900)))
        #expect(isDoubtful("error", .milliseconds(1_500)))
        #expect(isDoubtful("right", .milliseconds(20), next: .milliseconds(900)))
    }

    @Test("a row that must end as usual is compared with what its case expects")
    func asUsual() {
        let row = FaultyCall(.tables, "Function/set/case", only: [.status500], "as usual").rows(isNamed: false)[0]
        var result = FaultResult(row: row, outcome: "wrong", time: .milliseconds(20))
        #expect(result.deviations == ["expected as usual, found wrong"])
        result.isAsUsual = true
        #expect(result.deviations == [])
    }
}
#endif
