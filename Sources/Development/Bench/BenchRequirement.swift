/// What a function's figures must not exceed: factors of the bare loop's, and sizes.
package struct BenchRequirement: Sendable {
    /// The largest round trip, in round trips of the bare loop.
    package let roundTripFactor: Double
    /// The longest start, in starts of the bare loop.
    package let startFactor: Double
    /// The largest peak of the resident memory, in megabytes.
    package let memory: Double
    /// The largest zip, in megabytes.
    package let zip: Double

    /// Limits as they stand.
    package init(roundTripFactor: Double, startFactor: Double, memory: Double, zip: Double) {
        self.roundTripFactor = roundTripFactor
        self.startFactor = startFactor
        self.memory = memory
        self.zip = zip
    }

    /// DefineAuthChallenge, which decides from the event alone.
    package static let decision = BenchRequirement(roundTripFactor: 1.5, startFactor: 2.5, memory: 7, zip: 5)
    /// CreateAuthChallenge and VerifyAuthChallenge in `signed` mode, which sign or verify a token.
    package static let token = BenchRequirement(roundTripFactor: 2.5, startFactor: 3, memory: 9, zip: 5)

    /// One limit beside what was measured; what was not measured is not met.
    package struct Outcome: Sendable, Equatable {
        /// What is limited, with its unit.
        package let quantity: String
        /// What was measured.
        package let measured: Double?
        /// The limit.
        package let limit: Double

        /// Whether the limit is kept.
        package var isMet: Bool { measured.map { $0 <= limit } ?? false }
    }

    /// The outcomes of the four limits.
    package func outcomes(of figures: BenchFigures, beside loop: BenchFigures) -> [Outcome] {
        [
            Outcome(
                quantity: "round trip, x bare loop", measured: figures.roundTrip / loop.roundTrip,
                limit: roundTripFactor),
            Outcome(quantity: "start, x bare loop", measured: figures.start / loop.start, limit: startFactor),
            Outcome(quantity: "peak memory, MB", measured: figures.memory, limit: memory),
            Outcome(quantity: "zip, MB", measured: figures.zip, limit: zip),
        ]
    }
}
