/// The limits for a function's figures: multiples of the bare loop's times, and sizes.
package struct BenchRequirement: Sendable {
    /// The longest round trip allowed, as a multiple of the bare loop's.
    package let roundTripFactor: Double
    /// The longest start allowed, as a multiple of the bare loop's.
    package let startFactor: Double
    /// The highest peak resident memory allowed, in megabytes.
    package let memory: Double
    /// The largest zip allowed, in megabytes.
    package let zip: Double

    /// Creates limits from their values.
    package init(roundTripFactor: Double, startFactor: Double, memory: Double, zip: Double) {
        self.roundTripFactor = roundTripFactor
        self.startFactor = startFactor
        self.memory = memory
        self.zip = zip
    }

    /// The limits for DefineAuthChallenge, which decides only from the event.
    package static let decision = BenchRequirement(roundTripFactor: 1.4, startFactor: 2.5, memory: 4.5, zip: 2.5)
    /// The limits for CreateAuthChallenge and VerifyAuthChallenge in `signed` mode, which sign or verify a token.
    package static let token = BenchRequirement(roundTripFactor: 2, startFactor: 3, memory: 9, zip: 4.6)

    /// The limits for Authenticator, whose round trips contain its calls to the tables: verifying a passkey.
    package static let passkey = BenchRequirement(roundTripFactor: 90, startFactor: 4, memory: 12, zip: 5.5)
    /// The limits for Authenticator that verifies a code, for which it calls the tables more often.
    package static let code = BenchRequirement(roundTripFactor: 150, startFactor: 4, memory: 12, zip: 5.5)

    /// One limit and the measured value. A limit without a measured value is not met.
    package struct Outcome: Sendable, Equatable {
        /// The limited quantity with its unit.
        package let quantity: String
        /// The measured value; nil if it was not measured.
        package let measured: Double?
        /// The limit.
        package let limit: Double

        /// Whether the measured value is within the limit.
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
