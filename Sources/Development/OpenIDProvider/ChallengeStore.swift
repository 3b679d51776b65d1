internal import OpenSSLCrypto
private import Primitives

/// The challenges that have been issued and not yet answered. Each can be used once, until it expires.
///
/// It is a value, so its owner prevents simultaneous changes.
package struct ChallengeStore<Purpose: Sendable>: Sendable {
    /// A challenge that has been issued.
    package struct Challenge: Sendable {
        /// The key under which the caller finds it: base64url of 16 random bytes.
        package let id: String
        /// The challenge in the options: 32 random bytes.
        package let bytes: [UInt8]
        /// What it was issued for: the ceremony, user, action and allowed credentials.
        package let purpose: Purpose
        /// When it expires, in seconds since 1970.
        package let expiration: Int64
    }

    /// How long a challenge is valid, in seconds.
    package let lifetime: Int64
    /// The most challenges that the store holds.
    package let capacity: Int
    private let clock: @Sendable () -> Int64
    private let random: @Sendable (Int) throws -> [UInt8]
    private var challenges: [String: Challenge] = [:]

    /// An empty store.
    ///
    /// - Parameters:
    ///   - lifetime: in seconds.
    ///   - capacity: the most challenges that the store holds. Expired challenges make room.
    ///   - clock: returns the time in seconds since 1970.
    ///   - random: returns the given number of random bytes, or throws.
    package init(
        lifetime: Int64 = 300, capacity: Int = 10_000, clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable (Int) throws -> [UInt8] = { try SecureRandom.bytes($0) }
    ) {
        self.lifetime = lifetime
        self.capacity = capacity
        self.clock = clock
        self.random = random
    }

    /// Issues a challenge.
    ///
    /// - Throws: `full` if the store holds as many valid challenges as it can; `randomUnavailable`.
    package mutating func issue(for purpose: Purpose) throws(ChallengeError) -> Challenge {
        let now = clock()
        if challenges.count >= capacity { challenges = challenges.filter { $0.value.expiration > now } }
        guard challenges.count < capacity else { throw .full }
        let id: [UInt8]
        let bytes: [UInt8]
        do { (id, bytes) = (try random(16), try random(32)) } catch { throw .randomUnavailable }
        let challenge = Challenge(
            id: Base64URL.encode(id), bytes: bytes, purpose: purpose, expiration: now + lifetime)
        challenges[challenge.id] = challenge
        return challenge
    }

    /// Removes a challenge from the store and returns it. It cannot be used again, even if the ceremony fails.
    ///
    /// - Throws: `unknown` if the challenge was never issued or has been consumed; `expired`.
    package mutating func consume(_ id: String) throws(ChallengeError) -> Challenge {
        guard let challenge = challenges.removeValue(forKey: id) else { throw .unknown }
        guard clock() < challenge.expiration else { throw .expired }
        return challenge
    }
}

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
