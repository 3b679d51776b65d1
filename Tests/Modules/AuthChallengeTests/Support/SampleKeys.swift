/// The keys and secrets of the tests.
enum SampleKeys {
    static let signingKey = "a signing key of more than 32 bytes, current"
    static let previousKey = "a signing key of more than 32 bytes, previous"
    static let foreignKey = "a signing key of more than 32 bytes, foreign"
    static let apiSecret = "api-secret-0123456789"
}
