#if os(Linux)
/// The order in which cases are sent: rounds in which each case comes once, in an order that a seed decides.
struct SoakOrder {
    private var numbers: SplitMix
    private let count: Int
    private var round: [Int] = []

    /// An order of so many cases.
    init(_ count: Int, seed: UInt64) {
        self.count = count
        numbers = SplitMix(state: seed)
    }

    /// The index of the next case.
    mutating func next() -> Int {
        if round.isEmpty { round = (0..<count).shuffled(using: &numbers) }
        return round.removeLast()
    }
}

/// Numbers that follow from a seed (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
#endif
