/// The issuer of the pool's tokens.
extension UserPool {
    /// The issuer that the pool's tokens name.
    package var issuerURL: String { settings.issuerURL(at: address) }

    /// Both issuers of the pool, the original one first.
    package var issuerURLs: [String] { PoolIssuer.allCases.map { $0.url(of: settings.id, at: address) } }

    /// Generates the keys of tokens now, so that the first sign-in does not wait for them.
    ///
    /// - Throws: `PoolError` if the keys cannot be generated.
    package nonisolated func warmUp() throws(PoolError) { _ = try issuer() }

    /// The issuer of the pool's tokens, made when it is first needed.
    nonisolated func issuer() throws(PoolError) -> TokenIssuer {
        do { return try TokenIssuer.shared.get() } catch {
            throw PoolError(.internalError, "The keys of tokens cannot be generated.")
        }
    }
}
