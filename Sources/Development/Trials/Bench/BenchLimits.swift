internal import Essentials

/// The limits for a function's figures: multiples of the bare loop's times, and sizes.
package struct BenchLimits: Sendable {
    /// The longest round trip allowed, as a multiple of the bare loop's.
    let roundTrip: Double
    /// The longest start allowed, as a multiple of the bare loop's.
    let start: Double
    /// The highest peak resident memory allowed, in megabytes.
    let memory: Double
    /// The largest zip allowed, in megabytes.
    let zip: Double

    /// The limits for DefineAuthChallenge, which decides only from the event.
    package static let decision = BenchLimits(roundTrip: 1.4, start: 2.5, memory: 4.5, zip: 2.5)
    /// The limits for CreateAuthChallenge and VerifyAuthChallenge in `signed` mode, which sign or verify a token.
    package static let token = BenchLimits(roundTrip: 2, start: 3, memory: 9, zip: 4.6)
    /// The limits for Authenticator, whose round trips contain its calls to the tables: verifying a passkey.
    package static let passkey = BenchLimits(roundTrip: 90, start: 4, memory: 12, zip: 5.5)
    /// The limits for Authenticator that verifies a code, for which it calls the tables more often.
    package static let code = BenchLimits(roundTrip: 150, start: 4, memory: 12, zip: 5.5)

    /// The limits beside what was measured of a function and of the bare loop.
    package func outcomes(of figures: BenchFigures, beside loop: BenchFigures) -> [BenchLimit] {
        [
            BenchLimit("round trip, x bare loop", figures[.roundTrip], over: loop[.roundTrip], atMost: roundTrip),
            BenchLimit("start, x bare loop", figures[.start], over: loop[.start], atMost: start),
            BenchLimit("peak memory, MB", figures[.memory], atMost: memory),
            BenchLimit("zip, MB", figures[.zip], atMost: zip),
        ]
    }

    /// The limits of every first answer over HTTPS, beside what was measured. The start's stands for 12 ms where the
    /// bare loop takes 2 ms.
    ///
    /// - Parameter loopStart: how long the bare loop takes to start, in milliseconds.
    package static func firstAnswer(_ figures: BenchFigures, loopStart: Double?) -> [BenchLimit] {
        [
            BenchLimit("all roots, x one root", figures[.allRoots], over: figures[.oneRoot], atMost: 1.3),
            BenchLimit("all roots, x bare start", figures[.allRoots], over: loopStart, atMost: 6),
        ]
    }
}

/// One limit and the measured value. A limit without a measured value is not met.
package struct BenchLimit: Sendable {
    /// The limited quantity with its unit.
    let quantity: String
    private let measured: Double?
    private let limit: Double

    fileprivate init(_ quantity: String, _ figure: Double?, over base: Double? = 1, atMost limit: Double) {
        (self.quantity, self.limit) = (quantity, limit)
        measured = figure.flatMap { figure in base.map { figure / $0 } }
    }

    /// Whether the measured value is within the limit.
    package var isMet: Bool { measured.map { $0 <= limit } ?? false }

    /// The line of a report, behind the function's name.
    var line: String {
        quantity.padded(25) + (measured?.text(2) ?? "not measured").padded(13, toRight: true)
            + "   at most \(limit.text(1).padded(5, toRight: true))   " + (isMet ? "pass" : "FAIL")
    }
}
