internal import HTTP
internal import JOSE

extension IssuerKeys {
    /// Reads a token with the issuer's keys.
    ///
    /// The issuer is asked for its keys when there are none or they are too old, and once more when none of them
    /// verifies the token: that is how providers replace theirs. Most name the new key by another `kid`, which is
    /// unknown then; the tokens of those that use none, or the same again, look as if somebody had forged them.
    /// - Parameter read: verifies the token with keys and takes it apart.
    func read<Token, Failure: IssuedTokenError>(
        _ token: String, by deadline: Deadline, _ read: ([VerificationKey]) throws(Failure) -> Token
    ) throws(Failure) -> Token {
        // What is no token at all is refused before anybody is asked for keys.
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
            do throws(IssuerKeysError) { newer = try refreshed(by: deadline) } catch let failure {
                // Nothing is known about a key that is not there. Where there is one for the token, and it says that
                // the token is forged, that holds while the issuer cannot be asked.
                throw error == .notGenuine(.unknownKeyID) ? .keysUnavailable(failure) : error
            }
            guard let newer else { throw error }
            return try read(newer)
        }
    }

    /// What a token of a key that the issuer has just begun to use looks like.
    private static let mayBeOfNewKey: [JOSEError] = [.unknownKeyID, .algorithmMismatch, .invalidSignature]
}
