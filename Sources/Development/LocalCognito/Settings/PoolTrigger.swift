/// The occasions on which a pool calls a function, by their names in `LambdaConfig`.
package enum PoolTrigger: String, CaseIterable, Sendable {
    case defineAuthChallenge = "DefineAuthChallenge"
    case createAuthChallenge = "CreateAuthChallenge"
    case verifyAuthChallengeResponse = "VerifyAuthChallengeResponse"
    case preSignUp = "PreSignUp"
    case postConfirmation = "PostConfirmation"
    case preAuthentication = "PreAuthentication"
    case postAuthentication = "PostAuthentication"
    case preTokenGeneration = "PreTokenGeneration"
}
