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
    /// The entries of the last set that verify no token.
    private var leftOut: [LeftOutKey] = []
    private var hasNews = false

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

    /// What the log should say of the keys: which entries of the set are left out, and why. Nil if none is, and once it
    /// has been taken, until the entries change.
    package func takeRemark() -> String? {
        guard hasNews, !leftOut.isEmpty else { return nil }
        hasNews = false
        let entries = leftOut.map { "\($0.position) (\($0.reason))" }.joined(separator: ", ")
        return "keys in the issuer's set are left out: \(entries)"
    }

    private var isTooSoon: Bool { lastAttempt.flatMap(age).map { $0 < Self.retryInterval } ?? false }

    /// The time since a moment; nil if the moment is in the future, which happens after the clock was set back.
    private func age(since moment: Int64) -> Int64? { now() >= moment ? now() - moment : nil }

    private func fetch(by deadline: Deadline) throws(IssuerKeysError) -> [VerificationKey] {
        lastAttempt = now()
        do throws(IssuerKeysError) {
            let answer = try client.fetch(by: deadline, isUrgent: cached == nil)
            cached = CachedKeys(keys: answer.keySet.keys, fetchedAt: now(), lifetime: answer.lifetime)
            failure = nil
            if leftOut != answer.keySet.leftOut {
                leftOut = answer.keySet.leftOut
                hasNews = true
            }
            return answer.keySet.keys
        } catch {
            failure = error
            // Everyone who reads a published private key can sign, so the cached keys are no longer trusted either.
            if error == .invalidKeySet(.privateKeyPublished) { cached = nil }
            throw error
        }
    }
}

extension IssuerKeys {
    /// Reads a token with the issuer's keys.
    ///
    /// The keys are fetched if there are none or they are too old, and once more if none of them verifies the token,
    /// because the provider may have replaced its keys. Most providers give the new key another `kid`, which is unknown
    /// until then. If a provider uses no `kid`, or the same one again, tokens signed with its new key look forged.
    /// - Parameter read: verifies the token with the keys and reads its content.
    func read<Token>(
        _ token: String, by deadline: Deadline, _ read: ([VerificationKey]) throws(IssuedTokenError) -> Token
    ) throws(IssuedTokenError) -> Token {
        // A text that is not a token is refused before any keys are fetched.
        do {
            _ = try CompactJWS.verify(token, keys: [])
        } catch {
            guard error == .unknownKeyID else { throw .notGenuine(error) }
        }
        let keys: [VerificationKey]
        do { keys = try current(by: deadline) } catch { throw .keysUnavailable(error) }
        do {
            return try read(keys)
        } catch {
            guard Self.mayBeOfNewKey.contains(where: { error == .notGenuine($0) }) else { throw error }
            let newer: [VerificationKey]?
            do throws(IssuerKeysError) { newer = try refresh(by: deadline) } catch let failure {
                // If no key has the token's `kid`, nothing is known about the token. If a key has it and finds the
                // token forged, that result stands while the issuer does not answer.
                throw error == .notGenuine(.unknownKeyID) ? .keysUnavailable(failure) : error
            }
            guard let newer else { throw error }
            return try read(newer)
        }
    }

    /// The errors that a token can cause if the issuer has just begun to use its key.
    private static let mayBeOfNewKey: [JOSEError] = [.unknownKeyID, .algorithmMismatch, .invalidSignature]
}

/// Why a provider's keys are not available.
package enum IssuerKeysError: Error, Equatable, Sendable {
    /// No answer came.
    case unreachable(HTTPError)
    /// The answer has a status other than 200. Redirects are not followed.
    case refused(status: Int)
    /// The provider's metadata is not a JSON object or has no usable address for the keys.
    case invalidMetadata
    /// The provider's metadata belongs to another issuer.
    case wrongIssuer
    /// The keys are not a usable key set.
    case invalidKeySet(JOSEError)
}

extension IssuerKeysError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "the issuer's keys: \(error)"
        case .refused(let status): "the issuer's keys: status \(status)"
        case .invalidMetadata: "the issuer's metadata is unreadable or has no https address for the keys"
        case .wrongIssuer: "the issuer's metadata belongs to another issuer"
        case .invalidKeySet(let error): "the issuer's keys are not a usable set: \(error)"
        }
    }
}

/// Why a token that an issuer has signed is not accepted.
package enum IssuedTokenError: Error, Equatable, Sendable {
    /// The signature, the header, the issuer, the audience, a time or the form of a claim is wrong.
    case notGenuine(JOSEError)
    /// The token is genuine but not an ID token: the same keys also sign access and logout tokens.
    case wrongUse
    /// The token is genuine but not an access token: the same issuer also signs ID tokens.
    case notAccessToken
    /// An ID token is for several audiences, one of which is not ours, or does not say whom it was issued to.
    case wrongAuthorizedParty
    /// The subject of an ID token is empty, longer than 255 characters, or not printable ASCII.
    case invalidSubject
    /// An access token was issued to another app client.
    case wrongClient
    /// An access token does not let its bearer change the user's own account.
    case wrongScope
    /// The issuer's keys are not available, so nothing is known about the token.
    case keysUnavailable(IssuerKeysError)
}

extension IssuedTokenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notGenuine(let error): "not genuine, \(error)"
        case .wrongUse: "a token of another kind"
        case .notAccessToken: "token_use is not access"
        case .wrongAuthorizedParty: "one of several audiences is not ours, or azp is wrong"
        case .invalidSubject: "the subject is not usable"
        case .wrongClient: "of an app client that is not allowed"
        case .wrongScope: "without the scope \(AccessToken.requiredScope)"
        case .keysUnavailable(let error): error.description
        }
    }
}
