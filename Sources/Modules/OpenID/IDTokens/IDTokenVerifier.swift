package import HTTP

/// Verifies ID tokens of one issuer with the keys that it publishes.
package struct IDTokenVerifier {
    /// The issuer of the tokens.
    package let issuer: Issuer
    /// The client ids that tokens may name as their audience.
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
    package func verify(_ token: String, by deadline: Deadline) throws(IDTokenError) -> IDToken {
        try keys.read(token, by: deadline) { (keys) throws(IDTokenError) in
            try IDToken(verifying: token, of: issuer, for: audiences, keys: keys, now: now() / 1_000)
        }
    }
}
