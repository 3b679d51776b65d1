#if os(Linux)
import Soak
import Testing

@Suite("The result of a soak")
struct SoakResultTests {
    /// A run whose figures change from one tenth to the next.
    private static func result(
        memory: (Int) -> Int = { _ in 20_000_000 }, descriptors: (Int) -> Int = { _ in 9 },
        median: (Int) -> Duration = { _ in .milliseconds(1) }, differences: [String] = []
    ) -> SoakResult {
        let tenths = (0..<10).map { number in
            SoakTenth(
                memory: memory(number), descriptors: descriptors(number), median: median(number),
                slowest: median(number) * 2)
        }
        return SoakResult(title: "Function, set", events: 100, tenths: tenths, differences: differences)
    }

    @Test("flat figures are as they must be; the first tenth may use what it likes")
    func flatFigures() {
        #expect(Self.result().deviations(judgesTime: true) == [])
        #expect(Self.result(memory: { $0 == 0 ? 10_000_000 : 20_000_000 }).deviations(judgesTime: true) == [])
        #expect(Self.result(memory: { 20_000_000 + $0 * 100_000 }).deviations(judgesTime: true) == [])
    }

    @Test("growing memory is noticed")
    func memoryGrows() {
        let result = Self.result(memory: { 20_000_000 + $0 * 200_000 })
        #expect(result.deviations(judgesTime: false) == ["memory grew from 20200000 to 21800000 bytes"])
    }

    @Test("more new open files than connections are kept are noticed")
    func descriptorsGrow() {
        #expect(Self.result(descriptors: { $0 == 9 ? 13 : 9 }).deviations(judgesTime: false) == [])
        let result = Self.result(descriptors: { $0 == 9 ? 14 : 9 })
        #expect(result.deviations(judgesTime: false) == ["open files grew from 9 to 14"])
    }

    @Test("growing times are noticed, unless nobody judges them")
    func timesGrow() {
        let result = Self.result(median: { .milliseconds(1 + $0) })
        #expect(result.deviations(judgesTime: true) == ["the median time grew from 0.002 seconds to 0.01 seconds"])
        #expect(result.deviations(judgesTime: false) == [])
    }

    @Test("a wrong decision is noticed")
    func decisionDiffers() {
        let result = Self.result(differences: ["a case: response", "another: response"])
        #expect(result.deviations(judgesTime: false) == ["2 wrong decisions, such as a case: response"])
    }

    @Test("a run without ten parts proves nothing")
    func tooShort() {
        let result = SoakResult(title: "Function, set", events: 0, tenths: [])
        #expect(result.deviations(judgesTime: false) == ["no ten parts"])
    }
}
#endif
