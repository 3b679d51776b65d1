import Testing
import Trials

@Suite("The report of a benchmark")
struct BenchReportTests {
    private static let loop: BenchFigures = [.start: 1, .roundTrip: 10, .processor: 12, .memory: 3]
    private static let atLimits: BenchFigures = [.start: 2.5, .roundTrip: 14, .processor: 20, .memory: 4.5, .zip: 2.5]

    @Test(
        "the median is the middle value, or the mean of the two in the middle",
        arguments: [([], nil), ([4], 4), ([9, 1, 5], 5), ([4, 1, 2, 9], 3)] as [([Double], Double?)])
    func median(values: [Double], expected: Double?) {
        #expect(values.median == expected)
    }

    @Test(
        "a figure at its limit passes; one that exceeds its limit or was not measured fails",
        arguments: [
            (.start, 2.5, 0), (.start, 2.6, 1), (.roundTrip, 14.1, 1), (.memory, 4.6, 1), (.zip, 2.6, 1),
            (.zip, nil, 1),
        ] as [(BenchQuantity, Double?, Int)])
    func limits(quantity: BenchQuantity, figure: Double?, failures: Int) {
        var figures = Self.atLimits
        figures[quantity] = figure
        let limits = BenchLimits.decision.outcomes(of: figures, beside: Self.loop)
        let report = BenchReport([.start, .zip], [("bare loop", Self.loop, []), ("Function", figures, limits)])
        #expect(report.isMet == (failures == 0))
        #expect(report.text.split(separator: "FAIL", omittingEmptySubsequences: false).count == failures + 1)
    }

    @Test("functions that handle tokens have limits of their own")
    func tokenLimits() {
        let slower: BenchFigures = [.start: 3, .roundTrip: 20, .memory: 9, .zip: 4.6]
        let met = [BenchLimits.token, .decision].map {
            $0.outcomes(of: slower, beside: Self.loop).count(where: \.isMet)
        }
        #expect(met == [4, 0])
    }

    @Test(
        "a first answer over HTTPS has two limits",
        arguments: [(12, 10, [true, true]), (12.1, 12.1, [true, false]), (10, 7.6, [false, true])]
            as [(Double, Double, [Bool])])
    func firstAnswer(allRoots: Double, oneRoot: Double, areMet: [Bool]) {
        let figures: BenchFigures = [.allRoots: allRoots, .oneRoot: oneRoot]
        #expect(BenchLimits.firstAnswer(figures, loopStart: 2).map(\.isMet) == areMet)
    }
}
