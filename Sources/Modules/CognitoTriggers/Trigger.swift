/// The Cognito user pool triggers this product serves, by the beginning of their events' `triggerSource`.
package enum Trigger: String, Sendable {
    case defineAuthChallenge = "DefineAuthChallenge"
    case createAuthChallenge = "CreateAuthChallenge"
    /// Covers `VerifyAuthChallengeResponse_Authentication` and the `VerifyAuthChallenge_Authentication` of one table in
    /// the documentation.
    case verifyAuthChallenge = "VerifyAuthChallenge"
    case preSignUp = "PreSignUp"
    /// Named without the "Pre" in events.
    case preTokenGeneration = "TokenGeneration"
}
