internal import LambdaRuntime
internal import SignInRules

extension Settings {
    /// `TOKEN_LIFETIME`: how long tokens of `signed` mode live, in seconds.
    func tokenLifetime() throws(FunctionError) -> Int64 { try integer("TOKEN_LIFETIME", in: 60...3_600, default: 600) }
}
