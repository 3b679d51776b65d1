package import HTTP
package import JOSE

/// A provider's published keys (RFC 7517 section 5), kept for the life of the process.
///
/// A Lambda's process handles one event at a time, so there is never more than one fetch under way in it, and nothing
/// waits for another's: this is all that single flight means here. Each process keeps keys of its own.
package final class IssuerKeys {
    private struct Kept {
        let keys: [VerificationKey]
        let fetchedAt: Int64
        let lifetime: Int64
    }

    private let client: IssuerClient
    private let now: @Sendable () -> Int64
    private var kept: Kept?
    private var lastAttempt: Int64?
    /// Why the last attempt to fetch the keys failed; nil when it succeeded, or there was none.
    package private(set) var failure: IssuerKeysError?

    /// Between two fetches that a token of no known key or a failure asks for, in milliseconds: whoever makes tokens up
    /// can neither hammer the provider nor slow everybody's sign-in down.
    private static let pause: Int64 = 60_000
    /// How long keys count after their lifetime while the provider does not answer, in milliseconds.
    private static let grace: Int64 = 3_600_000

    /// Keys of an issuer, none fetched yet.
    /// - Parameters:
    ///   - keySetURL: where the keys are; nil to ask the issuer's description.
    ///   - now: milliseconds since 1970.
    package init(
        of issuer: Issuer, at keySetURL: KeySetURL?, transport: any HTTPTransport, now: @escaping @Sendable () -> Int64
    ) {
        client = IssuerClient(issuer, keySetURL: keySetURL, transport: transport)
        self.now = now
    }

    /// The keys, fetched where there are none or they are too old.
    /// - Throws: why there are none; keys that are a little too old are better than none.
    package func current(by deadline: Deadline) throws(IssuerKeysError) -> [VerificationKey] {
        guard let kept, let age = age(since: kept.fetchedAt), age < kept.lifetime + Self.grace else {
            return try fetch(by: deadline)
        }
        if age < kept.lifetime || isTooSoon { return kept.keys }
        do {
            return try fetch(by: deadline)
        } catch {
            guard let kept = self.kept else { throw error }
            return kept.keys
        }
    }

    /// The keys fetched anew, because none of them verifies a token; nil where that was done only just now.
    package func refreshed(by deadline: Deadline) throws(IssuerKeysError) -> [VerificationKey]? {
        guard !isTooSoon else {
            // A token of a new key is not a wrong one because the provider could not be asked about it.
            if let failure { throw failure }
            return nil
        }
        return try fetch(by: deadline)
    }

    private var isTooSoon: Bool { lastAttempt.flatMap(age).map { $0 < Self.pause } ?? false }

    /// The time since a moment; nil for a moment that is still to come, as after the clock was set back.
    private func age(since moment: Int64) -> Int64? { now() >= moment ? now() - moment : nil }

    private func fetch(by deadline: Deadline) throws(IssuerKeysError) -> [VerificationKey] {
        lastAttempt = now()
        do throws(IssuerKeysError) {
            let answer = try client.fetch(by: deadline, isUrgent: kept == nil)
            kept = Kept(keys: answer.keys, fetchedAt: now(), lifetime: answer.lifetime)
            failure = nil
            return answer.keys
        } catch {
            failure = error
            // Who can read a published private key can sign: nothing kept from before counts any more.
            if error == .invalidKeySet(.privateKeyPublished) { kept = nil }
            throw error
        }
    }
}
