internal import OpenSSLCrypto
private import Primitives

/// The challenges that have been issued and not yet answered. Each is good once, for a time.
///
/// A value: whoever owns it keeps two requests from changing it at once.
package struct ChallengeStore<Purpose: Sendable>: Sendable {
    /// A challenge that has been issued.
    package struct Challenge: Sendable {
        /// What the caller finds it by: base64url of 16 random bytes.
        package let id: String
        /// What goes into options: 32 random bytes.
        package let bytes: [UInt8]
        /// What it was issued for: ceremony, user, action, allowed credentials.
        package let purpose: Purpose
        /// When it ends, in seconds since 1970.
        package let expiration: Int64
    }

    /// How long a challenge is good, in seconds.
    package let lifetime: Int64
    /// The most challenges kept.
    package let capacity: Int
    private let clock: @Sendable () -> Int64
    private let random: @Sendable (Int) throws -> [UInt8]
    private var challenges: [String: Challenge] = [:]

    /// An empty store.
    ///
    /// - Parameters:
    ///   - lifetime: in seconds.
    ///   - capacity: how many challenges are kept at most; expired ones make room.
    ///   - clock: gives seconds since 1970.
    ///   - random: gives so many random bytes, or throws.
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
    /// - Throws: `full` when as many as can be kept are still good, `randomUnavailable`.
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

    /// Takes a challenge out of the store: whatever comes of it, it is not good again.
    ///
    /// - Throws: `unknown` for one that was never issued or has been taken, `expired`.
    package mutating func consume(_ id: String) throws(ChallengeError) -> Challenge {
        guard let challenge = challenges.removeValue(forKey: id) else { throw .unknown }
        guard clock() < challenge.expiration else { throw .expired }
        return challenge
    }
}
