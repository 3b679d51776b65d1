private import SignInTokens

/// Stands in for a user that Cognito does not know: always the same for one name, and shaped like a real user.
struct Phantom {
    /// In place of the `sub`.
    let subject: String
    /// In place of the pool's name for the user. In pools with sign-in by address, a user's name is the `sub`. So if
    /// the caller typed an address, a real user's name would not be that address.
    let userName: String

    /// The phantom of a typed name.
    init(of name: String, key: [UInt8]) {
        subject = PhantomSubject.of(name, key: key)
        let isAddress = name.utf8.contains(UInt8(ascii: "@")) || name.utf8.first == UInt8(ascii: "+")
        userName = isAddress ? subject : name
    }
}
