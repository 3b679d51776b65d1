package import HTTP
private import JOSE

/// Verifies access tokens of one user pool with the keys that it publishes.
///
/// A pool may have more than one issuer: Amazon Cognito writes another one into the tokens once the pool's
/// `IssuerConfiguration` is changed, and tokens of both are in use for a while. The issuers publish the same keys.
package struct AccessTokenVerifier {
    private let issuers: [Issuer]
    private let clients: Set<String>
    private let keySets: [IssuerKeys]
    private let now: @Sendable () -> Int64

    /// A verifier of tokens issued to those app clients.
    /// - Parameters:
    ///   - issuers: the pool's issuers; a token may name any of them.
    ///   - keySets: their keys, in the order in which they are asked.
    ///   - now: milliseconds since 1970.
    package init(issuers: [Issuer], clients: Set<String>, keySets: [IssuerKeys], now: @escaping @Sendable () -> Int64) {
        self.issuers = issuers
        self.clients = clients
        self.keySets = keySets
        self.now = now
    }

    /// The content of a genuine token, and why keys that should have been asked for it could not be fetched; nil if
    /// that did not happen.
    ///
    /// The keys of the next issuer are asked only if those before are not available or do not have the token's key.
    /// - Throws: the first of these causes if the token cannot be verified; any other refusal at once.
    package func verify(
        _ token: String, by deadline: Deadline
    ) throws(AccessTokenError) -> (token: AccessToken, failure: IssuerKeysError?) {
        var refusal: AccessTokenError?
        var failure: IssuerKeysError?
        for keySet in keySets {
            do throws(AccessTokenError) {
                let content = try keySet.read(token, by: deadline) { (keys) throws(AccessTokenError) in
                    try AccessToken(verifying: token, of: issuers, for: clients, keys: keys, now: now() / 1_000)
                }
                return (content, failure ?? keySet.failure)
            } catch {
                switch error {
                case .keysUnavailable, .notGenuine(.unknownKeyID): refusal = refusal ?? error
                default: throw error
                }
                failure = failure ?? keySet.failure
            }
        }
        throw refusal ?? .notGenuine(.unknownKeyID)
    }
}
