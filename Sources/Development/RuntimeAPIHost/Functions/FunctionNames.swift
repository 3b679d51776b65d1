/// The functions of this package, by the names of their executables.
package enum FunctionNames {
    /// The functions that serve the triggers of a user pool.
    package static let triggers = [
        "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp", "PreTokenGeneration",
    ]
    /// The function that has a function URL.
    package static let addAuthenticator = "AddAuthenticator"
}
