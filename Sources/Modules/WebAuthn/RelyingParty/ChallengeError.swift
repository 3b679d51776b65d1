/// Why a challenge is not issued or does not count.
package enum ChallengeError: Error, Equatable, Sendable {
    /// It was never issued, or has been used.
    case unknown
    /// Its time has passed.
    case expired
    /// Too many are waiting for an answer.
    case full
    /// There were no random bytes.
    case randomUnavailable
}
