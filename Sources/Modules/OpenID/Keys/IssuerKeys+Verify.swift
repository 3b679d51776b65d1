internal import HTTP
internal import JOSE

extension IssuerKeys {
    /// Reads a token with the issuer's keys.
    ///
    /// The keys are fetched if there are none or they are too old, and once more if none of them verifies the token,
    /// because the provider may have replaced its keys. Most providers give the new key another `kid`, which is unknown
    /// until then. If a provider uses no `kid`, or the same one again, tokens signed with its new key look forged.
    /// - Parameter read: verifies the token with the keys and reads its content.
    func read<Token, Failure: IssuedTokenError>(
        _ token: String, by deadline: Deadline, _ read: ([VerificationKey]) throws(Failure) -> Token
    ) throws(Failure) -> Token {
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
