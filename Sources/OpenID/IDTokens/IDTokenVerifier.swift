package import HTTP
private import JOSE

/// Verifies ID tokens of one issuer with the keys that it publishes.
package struct IDTokenVerifier {
    /// Whose tokens they are.
    package let issuer: Issuer
    /// The client ids that tokens may be for.
    package let audiences: [String]
    /// The issuer's keys.
    package let keys: IssuerKeys
    private let now: @Sendable () -> Int64

    /// A verifier of tokens for those audiences.
    /// - Parameter now: milliseconds since 1970.
    package init(issuer: Issuer, audiences: [String], keys: IssuerKeys, now: @escaping @Sendable () -> Int64) {
        self.issuer = issuer
        self.audiences = audiences
        self.keys = keys
        self.now = now
    }

    /// The content of a genuine token.
    ///
    /// The issuer is asked for its keys when there are none or they are too old, and once more when the token names a
    /// key that is not among them: that is how providers replace theirs.
    package func verify(_ token: String, by deadline: Deadline) throws(IDTokenError) -> IDToken {
        try Self.refuseMalformed(token)
        do throws(IDTokenError) {
            return try verify(token, available { () throws(IssuerKeysError) in try keys.current(by: deadline) })
        } catch {
            guard error == .notGenuine(.unknownKeyID),
                let newer = try available({ () throws(IssuerKeysError) in try keys.refreshed(by: deadline) })
            else { throw error }
            return try verify(token, newer)
        }
    }

    /// Refuses what no key could verify, before anybody is asked for keys.
    private static func refuseMalformed(_ token: String) throws(IDTokenError) {
        do {
            _ = try CompactJWS.verify(token, keys: [])
        } catch {
            guard error == .unknownKeyID else { throw .notGenuine(error) }
        }
    }

    private func verify(_ token: String, _ keys: [VerificationKey]) throws(IDTokenError) -> IDToken {
        try IDToken(verifying: token, of: issuer, for: audiences, keys: keys, now: now() / 1_000)
    }

    private func available<Value>(_ fetch: () throws(IssuerKeysError) -> Value) throws(IDTokenError) -> Value {
        do { return try fetch() } catch { throw .keysUnavailable(error) }
    }
}
