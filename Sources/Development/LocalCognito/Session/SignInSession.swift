/// What the pool knows of a sign-in under way. Only the caller keeps it, sealed.
package struct SignInSession: Equatable, Sendable {
    /// What is to be answered next, with what the answer is checked against.
    package enum Challenge: Equatable, Sendable {
        /// `CUSTOM_CHALLENGE`, with Create's private parameters and its metadata.
        case custom(privateParameters: [String: String], metadata: String?)
        /// `PASSWORD_VERIFIER`, with the key that both sides of SRP have; nil when nothing can be right.
        case passwordVerifier(key: [UInt8]?, secretBlock: [UInt8])
        /// `NEW_PASSWORD_REQUIRED`.
        case newPassword
    }

    /// Of no other session, nor of the same one in another round.
    package var id: String
    /// The app client it was begun with.
    package var clientID: String
    /// The pool's name for the user; for an unknown user what the caller typed.
    package var username: String
    /// Whether the pool knows no such user.
    package var isUserUnknown: Bool
    /// The rounds so far.
    package var rows: [ChallengeRow]
    /// What is to be answered next.
    package var challenge: Challenge
    /// When it ends, in seconds since 1970.
    package var expiresAt: Int64
}

extension SignInSession.Challenge {
    /// The challenge's name on the wire.
    var name: String {
        switch self {
        case .custom: "CUSTOM_CHALLENGE"
        case .passwordVerifier: "PASSWORD_VERIFIER"
        case .newPassword: "NEW_PASSWORD_REQUIRED"
        }
    }
}
