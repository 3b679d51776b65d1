/// The Cognito user pool triggers this product serves.
package enum Trigger: String, Sendable {
    case defineAuthChallenge = "DefineAuthChallenge"
    case createAuthChallenge = "CreateAuthChallenge"
    /// Covers `VerifyAuthChallengeResponse_Authentication` and the `VerifyAuthChallenge_Authentication` of one table in
    /// the documentation.
    case verifyAuthChallenge = "VerifyAuthChallenge"
    case preSignUp = "PreSignUp"
}
