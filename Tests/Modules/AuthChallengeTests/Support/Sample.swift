/// The user, pool and keys of the tests.
enum Sample {
    static let sub = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
    static let email = "ana@example.test"
    static let poolID = "eu-west-1_AbCdEf123"
    static let clientID = "3kq0example1clientid2value3"
    static let ghost = "ghost@example.test"

    static let signingKey = "a signing key of more than 32 bytes, current"
    static let previousKey = "a signing key of more than 32 bytes, previous"
    static let foreignKey = "a signing key of more than 32 bytes, foreign"
    static let apiSecret = "api-secret-0123456789"

    /// Milliseconds since 1970 at which every test begins, and the same in seconds.
    static let start: Int64 = 1_800_000_000_250
    static let second: Int64 = 1_800_000_000
}
