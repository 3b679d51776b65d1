private import OpenSSLCrypto

/// Stands in for a user that Cognito does not know: the same for one name as long as the shape is, and shaped like a real
/// user.
struct Phantom {
    /// In place of the `sub`.
    let subject: String
    /// In place of the pool's name for the user. In pools with sign-in by address, a user's name is the `sub`. So if
    /// the caller typed an address, a real user's name would not be that address.
    let userName: String

    /// The phantom of a typed name.
    init(of name: String, key: [UInt8], shape: SubjectShape) {
        let code = HMACSHA256.authenticationCode(for: Array("phantom\(name.lowercased())".utf8), key: key)
        subject = shape.subject(from: Array(code.prefix(16)))
        let isAddress = name.utf8.contains(UInt8(ascii: "@")) || name.utf8.first == UInt8(ascii: "+")
        userName = isAddress ? subject : name
    }
}
