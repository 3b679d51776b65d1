package import HTTP
package import JOSE

/// A provider's published keys (RFC 7517 section 5), cached in the process.
///
/// A Lambda process handles one event at a time, so at most one fetch is under way in it, and nothing waits for another
/// fetch. Each process has a cache of its own.
package final class IssuerKeys {
    private struct CachedKeys {
        let keys: [VerificationKey]
        let fetchedAt: Int64
        let lifetime: Int64
    }

    private let client: IssuerClient
    private let now: @Sendable () -> Int64
    private var cached: CachedKeys?
    private var lastAttempt: Int64?
    /// Why the last attempt to fetch the keys failed; nil if it succeeded, or if there was no attempt.
    package private(set) var failure: IssuerKeysError?

    /// The shortest time between two fetches that are caused by tokens of unknown keys or by failures, in milliseconds.
    /// With it, a sender of made-up tokens can neither overload the provider nor slow down everybody's sign-in.
    private static let retryInterval: Int64 = 60_000
    /// How long keys stay usable after their lifetime while the provider does not answer, in milliseconds.
    private static let gracePeriod: Int64 = 3_600_000

    /// The keys of an issuer; nothing is fetched yet.
    /// - Parameters:
    ///   - keySetURL: where the keys are; nil to take the address from the issuer's metadata.
    ///   - now: milliseconds since 1970.
    package init(
        of issuer: Issuer, at keySetURL: KeySetURL?, transport: any HTTPTransport, now: @escaping @Sendable () -> Int64
    ) {
        client = IssuerClient(issuer, keySetURL: keySetURL, transport: transport)
        self.now = now
    }

    /// The keys, fetched if there are none or if they are too old.
    /// - Throws: why there are none. If fetching fails, keys that are a little too old are still used.
    package func current(by deadline: Deadline) throws(IssuerKeysError) -> [VerificationKey] {
        guard let cached, let age = age(since: cached.fetchedAt), age < cached.lifetime + Self.gracePeriod else {
            return try fetch(by: deadline)
        }
        if age < cached.lifetime || isTooSoon { return cached.keys }
        do {
            return try fetch(by: deadline)
        } catch {
            guard let cached = self.cached else { throw error }
            return cached.keys
        }
    }

    /// Fetches the keys again, because none of them verifies a token; nil if the last fetch was too recent.
    package func refresh(by deadline: Deadline) throws(IssuerKeysError) -> [VerificationKey]? {
        guard !isTooSoon else {
            // If the provider could not be asked about a new key, a token signed with that key is not a wrong one.
            if let failure { throw failure }
            return nil
        }
        return try fetch(by: deadline)
    }

    private var isTooSoon: Bool { lastAttempt.flatMap(age).map { $0 < Self.retryInterval } ?? false }

    /// The time since a moment; nil if the moment is in the future, which happens after the clock was set back.
    private func age(since moment: Int64) -> Int64? { now() >= moment ? now() - moment : nil }

    private func fetch(by deadline: Deadline) throws(IssuerKeysError) -> [VerificationKey] {
        lastAttempt = now()
        do throws(IssuerKeysError) {
            let answer = try client.fetch(by: deadline, isUrgent: cached == nil)
            cached = CachedKeys(keys: answer.keys, fetchedAt: now(), lifetime: answer.lifetime)
            failure = nil
            return answer.keys
        } catch {
            failure = error
            // Everyone who reads a published private key can sign, so the cached keys are no longer trusted either.
            if error == .invalidKeySet(.privateKeyPublished) { cached = nil }
            throw error
        }
    }
}
