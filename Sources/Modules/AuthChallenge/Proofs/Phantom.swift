private import SignInTokens

/// Who stands in for a user that Cognito does not know: always the same for one name, and shaped like a real user.
struct Phantom {
    /// In place of the `sub`.
    let subject: String
    /// In place of the pool's name for the user. Pools that sign in by address name their users by their `sub`, so
    /// where the caller typed an address, a real user's name would not be it.
    let userName: String

    /// The phantom of a typed name.
    init(of name: String, key: [UInt8]) {
        subject = PhantomSubject.of(name, key: key)
        let isAddress = name.utf8.contains(UInt8(ascii: "@")) || name.utf8.first == UInt8(ascii: "+")
        userName = isAddress ? subject : name
    }
}
