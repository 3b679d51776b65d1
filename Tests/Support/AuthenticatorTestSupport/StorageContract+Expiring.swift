internal import AuthenticatorService
internal import TestSupport
internal import Testing

extension StorageContract {
    private typealias Sample = StorageSamples

    /// The rules about what expires.
    static let expiring = [
        StorageContract("a challenge is used up by one attempt, which may ask again") { storage throws in
            let challenge = Sample.challenge()
            try expect(storage.useUp(challenge, by: Sample.attempt("a", after: 1)), equals: Sample.time + 1)
            try expect(storage.useUp(challenge, by: Sample.attempt("b", after: 2)), equals: nil)
            try expect(storage.useUp(challenge, by: Sample.attempt("a", after: 3)), equals: Sample.time + 1)
            try expect(storage.useUp(Sample.challenge("another"), by: Sample.attempt("b")), equals: Sample.time)
        }
    ]
}
