/// The user, pool and app client of the tests.
package enum SampleUser {
    package static let sub = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
    package static let email = "ana@example.test"
    package static let poolID = "eu-west-1_AbCdEf123"
    package static let clientID = "3kq0example1clientid2value3"
    /// A name that no user has.
    package static let unknownName = "ghost@example.test"
}
