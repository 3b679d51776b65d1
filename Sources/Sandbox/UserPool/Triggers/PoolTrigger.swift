/// The occasions on which a pool calls a function.
package enum PoolTrigger: String, CaseIterable, Sendable {
    case defineAuthChallenge = "DefineAuthChallenge"
    case createAuthChallenge = "CreateAuthChallenge"
    case verifyAuthChallengeResponse = "VerifyAuthChallengeResponse"
    case preSignUp = "PreSignUp"

    /// The members of `response` that the trigger's function may set.
    var responseMembers: [String] {
        switch self {
        case .defineAuthChallenge: ["challengeName", "issueTokens", "failAuthentication"]
        case .createAuthChallenge: ["publicChallengeParameters", "privateChallengeParameters", "challengeMetadata"]
        case .verifyAuthChallengeResponse: ["answerCorrect"]
        case .preSignUp: ["autoConfirmUser", "autoVerifyEmail", "autoVerifyPhone"]
        }
    }
}
