import Testing
import Trials

@Suite("The comparison of times")
struct TimingResultTests {
    @Test(
        "the area says how likely a user's time is longer; ties count half",
        arguments: [
            ([1, 2, 3], [1, 2, 3], 0.5), ([4, 5], [1, 2, 3], 1), ([1], [2, 3], 0), ([2], [1, 2, 3, 4], 0.375),
            ([5, 5], [5], 0.5), ([3, 1], [2], 0.5),
        ] as [([Double], [Double], Double)])
    func area(known: [Double], unknown: [Double], area: Double) {
        #expect(TimingResult("row", known: known, unknown: unknown).area == area)
    }

    @Test(
        "an area passes from 0.4 to 0.6",
        arguments: [(4, true), (6, true), (3, false), (7, false), (0, false), (10, false)])
    func limits(shorter: Int, isMet: Bool) {
        let unknown = (1...10).map(Double.init)
        let result = TimingResult("row", known: [Double(shorter) + 0.5], unknown: unknown)
        #expect(result.isMet == isMet)
        #expect(result.line.hasPrefix(isMet ? "ok  " : "FAIL"))
    }

    @Test("a line has the area and both distributions")
    func line() {
        let result = TimingResult("row", known: [600.04, 601.96, 600.5], unknown: [99.2, 100])
        #expect(result.line == "FAIL 1.000  row: 600.0 600.5 600.5, unknown 99.2 99.2 99.2")
    }
}
