/// The occasion on which tokens are issued (`triggerSource` of Pre Token Generation).
enum TokenOccasion: String, Sendable {
    case authentication = "TokenGeneration_Authentication"
    /// A new password has replaced a temporary one. No trigger of custom authentication was asked.
    case newPassword = "TokenGeneration_NewPasswordChallenge"
    case refresh = "TokenGeneration_RefreshTokens"
}
