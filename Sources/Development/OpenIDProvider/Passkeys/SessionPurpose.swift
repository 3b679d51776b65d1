/// The purpose of a session, and so of its WebAuthn challenge.
enum SessionPurpose: Sendable {
    /// To create an account with a passkey.
    case signUp(ProviderUser.Profile, handle: [UInt8], clientID: String, realm: String)
    /// To sign in with a passkey.
    case login(clientID: String, realm: String)
    /// To add a passkey to an account.
    case enrolment(subject: String)
}
