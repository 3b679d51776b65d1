import Bench
import Foundation
import Testing

@Suite("The benchmark")
struct BenchmarkTests {
    private let loop = BenchFigures(name: "bare loop", start: 1, roundTrip: 10, processor: 12, memory: 3, zip: nil)

    private func figures(
        start: Double = 2.5, roundTrip: Double = 14, memory: Double = 4.5, zip: Double? = 2.5
    ) -> BenchFigures {
        BenchFigures(
            name: "DefineAuthChallenge", start: start, roundTrip: roundTrip, processor: 20, memory: memory, zip: zip)
    }

    @Test(
        "the median is the middle value, or the mean of the two in the middle",
        arguments: [([], nil), ([4], 4), ([9, 1, 5], 5), ([4, 1, 2, 9], 3)] as [([Double], Double?)])
    func median(values: [Double], expected: Double?) {
        #expect(values.median == expected)
    }

    @Test("a figure at its limit passes")
    func figureAtItsLimitPasses() {
        let report = BenchReport(loop: loop, functions: [(figures: figures(), requirement: .decision)])
        #expect(report.isMet)
        #expect(!report.text.contains("FAIL"))
    }

    @Test("a figure that exceeds its limit or was not measured fails", arguments: 0..<5)
    func figureBeyondItsLimitFails(index: Int) {
        let beyond = [
            figures(start: 2.6), figures(roundTrip: 14.1), figures(memory: 4.6), figures(zip: 2.6), figures(zip: nil),
        ][index]
        let report = BenchReport(loop: loop, functions: [(figures: beyond, requirement: .decision)])
        #expect(!report.isMet)
        #expect(report.text.components(separatedBy: "FAIL").count == 2)
    }

    @Test("functions that handle tokens have limits of their own")
    func tokenLimits() {
        let slower = figures(start: 3, roundTrip: 20, memory: 9, zip: 4.6)
        let asToken = BenchRequirement.token.outcomes(of: slower, beside: loop).filter(\.isMet)
        let asDecision = BenchRequirement.decision.outcomes(of: slower, beside: loop).filter(\.isMet)
        #expect(asToken.count == 4)
        #expect(asDecision.isEmpty)
    }

    @Test("samples without one of the quantities give no figures")
    func incompleteSamplesGiveNoFigures() {
        var samples = BenchSamples()
        (samples.starts, samples.roundTrips, samples.processor) = ([1], [2], [3])
        #expect(BenchFigures(name: "x", samples: samples, zip: nil) == nil)
        samples.memory = [4]
        #expect(BenchFigures(name: "x", samples: samples, zip: nil)?.memory == 4)
    }

    #if os(Linux)
    @Test("a missing program is an error")
    func missingProgram() {
        #expect(throws: BenchError.self) {
            try Benchmark(bootstraps: "/nonexistent", loop: "/bin/true", extent: .init(rounds: 1, starts: 1, events: 1))
                .run()
        }
    }
    #endif
}
