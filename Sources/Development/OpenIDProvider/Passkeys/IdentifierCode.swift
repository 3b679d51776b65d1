/// A code that the provider sends to somebody who signs up.
package struct IdentifierCode: Equatable, Sendable {
    /// Whether it goes to an address or a phone number.
    package let kind: IdentifierKind
    /// The address or the phone number.
    package let recipient: String
    /// The code.
    package let code: String
}

/// The codes that a sign-up waits for.
struct PendingCodes {
    /// How many requests with a wrong code end the session.
    static let maximumWrongRequests = 5

    /// The codes, by what they verify.
    let codes: [IdentifierKind: String]
    /// When the session expires, in seconds since 1970.
    let expiration: Int64
    /// How many requests had a wrong code or none.
    var wrongRequests = 0
}
