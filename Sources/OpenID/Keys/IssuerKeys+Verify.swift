internal import HTTP
internal import JOSE

extension IssuerKeys {
    /// Reads a token with the issuer's keys.
    ///
    /// The issuer is asked for its keys when there are none or they are too old, and once more when the token names a
    /// key that is not among them: that is how providers replace theirs.
    /// - Parameter read: verifies the token with keys and takes it apart.
    func read<Token, Failure: IssuedTokenError>(
        _ token: String, by deadline: Deadline, _ read: ([VerificationKey]) throws(Failure) -> Token
    ) throws(Failure) -> Token {
        // What no key could verify is refused before anybody is asked for keys.
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
            guard error == .notGenuine(.unknownKeyID) else { throw error }
            let newer: [VerificationKey]?
            do throws(IssuerKeysError) { newer = try refreshed(by: deadline) } catch let failure {
                throw .keysUnavailable(failure)
            }
            guard let newer else { throw error }
            return try read(newer)
        }
    }
}
