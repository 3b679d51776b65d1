/// The functions of this package, by the names of their executables.
package enum FunctionNames {
    /// Those behind the triggers of a user pool.
    package static let triggers = [
        "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp", "PreTokenGeneration",
    ]
    /// The one behind a function URL.
    package static let addAuthenticator = "AddAuthenticator"
}
