import JOSE

/// Makes verification keys of the sample keys.
enum VerificationKeys {
    static func of(_ secret: String) throws -> VerificationKey {
        try VerificationKey(hs256Secret: Array(secret.utf8))
    }
}
