internal import AuthenticatorService
internal import Testing

extension StorageContract {
    private typealias Sample = StorageSamples

    /// The rules about what expires.
    static let expiring = [
        StorageContract("a challenge is used up by one attempt, which may ask again") { storage throws in
            let challenge = Sample.challenge()
            #expect(try storage.useUp(challenge, by: Sample.attempt("a", after: 1)) == Sample.time + 1)
            #expect(try storage.useUp(challenge, by: Sample.attempt("b", after: 2)) == nil)
            #expect(try storage.useUp(challenge, by: Sample.attempt("a", after: 3)) == Sample.time + 1)
            #expect(try storage.useUp(Sample.challenge("another"), by: Sample.attempt("b")) == Sample.time)
        }
    ]
}
