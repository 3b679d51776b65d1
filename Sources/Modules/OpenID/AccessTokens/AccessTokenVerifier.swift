package import HTTP

/// Verifies access tokens of one user pool with the keys that it publishes.
package struct AccessTokenVerifier {
    /// The issuer of the pool's tokens.
    package let issuer: Issuer
    /// The app clients whose tokens are accepted.
    package let clients: Set<String>
    /// The pool's keys.
    package let keys: IssuerKeys
    private let now: @Sendable () -> Int64

    /// A verifier of tokens issued to those app clients.
    /// - Parameter now: milliseconds since 1970.
    package init(issuer: Issuer, clients: Set<String>, keys: IssuerKeys, now: @escaping @Sendable () -> Int64) {
        self.issuer = issuer
        self.clients = clients
        self.keys = keys
        self.now = now
    }

    /// The content of a genuine token.
    package func verify(_ token: String, by deadline: Deadline) throws(AccessTokenError) -> AccessToken {
        try keys.read(token, by: deadline) { (keys) throws(AccessTokenError) in
            try AccessToken(verifying: token, of: issuer, for: clients, keys: keys, now: now() / 1_000)
        }
    }
}
