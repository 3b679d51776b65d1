/// When tokens are issued, as Pre Token Generation is told (`triggerSource`).
enum TokenOccasion: String, Sendable {
    case authentication = "TokenGeneration_Authentication"
    /// A new password in the place of a temporary one: no trigger of custom authentication has been asked.
    case newPassword = "TokenGeneration_NewPasswordChallenge"
    case refresh = "TokenGeneration_RefreshTokens"
}
