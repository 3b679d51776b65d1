/// Why a challenge is not issued or not accepted.
package enum ChallengeError: Error, Equatable, Sendable {
    /// It was never issued, or has been used.
    case unknown
    /// It has expired.
    case expired
    /// Too many challenges are waiting for an answer.
    case full
    /// No random bytes were available.
    case randomUnavailable
}
