internal import LambdaRuntime
internal import SignInRules

extension Settings {
    /// `TOKEN_LIFETIME`: how long tokens of `signed` mode live, in seconds.
    func tokenLifetime() throws(FunctionError) -> Int64 { try integer("TOKEN_LIFETIME", in: 60...3_600, default: 600) }
}

extension FunctionError {
    /// A key that is too short for HMAC with SHA-256.
    static func tooShort(_ variable: String) -> FunctionError {
        .configuration(variable, "must hold at least 32 bytes")
    }
}
