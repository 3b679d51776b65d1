import Testing
import Trials

@Suite("The result of a soak")
struct SoakResultTests {
    /// What is not as it must be in a run whose figures change from one tenth to the next.
    private static func deviations(
        memory: (Int) -> Int = { _ in 20_000_000 }, openFiles: (Int) -> Int = { _ in 9 },
        median: (Int) -> Int = { _ in 1 }, differences: [String] = [], judgesTime: Bool = true
    ) -> [String] {
        let tenths = (0..<10).map {
            SoakTenth(memory: memory($0), openFiles: openFiles($0), times: [.milliseconds(median($0))])
        }
        return SoakResult(title: "Function, set", events: 100, tenths: tenths, differences: differences)
            .deviations(judgesTime: judgesTime)
    }

    @Test("flat figures are as they must be; the first tenth may use what it likes, and times may be left unjudged")
    func flatFigures() {
        #expect(Self.deviations() == [])
        #expect(Self.deviations(memory: { $0 == 0 ? 10_000_000 : 20_000_000 }) == [])
        #expect(Self.deviations(memory: { 20_000_000 + $0 * 100_000 }) == [])
        #expect(Self.deviations(openFiles: { $0 == 9 ? 13 : 9 }) == [])
        #expect(Self.deviations(median: { 1 + $0 }, judgesTime: false) == [])
    }

    @Test(
        "growing memory, times, more new open files than connections are kept, and a wrong decision are noticed",
        arguments: [
            (deviations(memory: { 20_000_000 + $0 * 200_000 }), "memory grew from 20200000 to 21800000 bytes"),
            (deviations(openFiles: { $0 == 9 ? 14 : 9 }), "open files grew from 9 to 14"),
            (deviations(median: { 1 + $0 }), "the median time grew from 0.002 seconds to 0.01 seconds"),
            (deviations(differences: ["a case: response", ""]), "2 wrong decisions, such as a case: response"),
            (SoakResult(title: "", events: 0, tenths: []).deviations(judgesTime: false), "no ten parts"),
        ])
    func growthIsNoticed(deviations: [String], deviation: String) {
        #expect(deviations == [deviation])
    }
}
