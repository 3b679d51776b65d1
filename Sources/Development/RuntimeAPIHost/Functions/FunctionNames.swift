/// The functions of this package, by the names of their executables.
package enum FunctionNames {
    /// The functions that serve the triggers of a user pool.
    package static let triggers = [
        "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp", "PreTokenGeneration",
    ]
    /// The function behind whose function URL a signed-in user gets a token to add an authenticator.
    package static let addAuthenticator = "AddAuthenticator"
    /// The function behind whose function URL apps prove passkeys and codes.
    package static let authenticator = "Authenticator"
}
