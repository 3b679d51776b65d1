/// What a WebAuthn challenge was issued for.
enum Session: Sendable {
    /// To make an account with a passkey.
    case signUp(ProviderUser.Profile, handle: [UInt8], clientID: String)
    /// To use a passkey.
    case login(clientID: String)
    /// To add one to an account.
    case enrolment(subject: String)
}
