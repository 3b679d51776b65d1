internal import LambdaRuntime

/// Where the tokens of a `RESULT_TOKEN` round come from and who can read them (`TOKEN_MODE`). A new source is one type
/// that conforms to this protocol and one case of `TokenMode`.
protocol TokenSource {
    /// A token with which the app can prove who its user is; for an unknown user a look-alike.
    func issue(in round: Round) throws(FunctionError) -> IssuedToken

    /// What an answer proves.
    func proof(
        in answer: String, _ record: RoundRecord, _ round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal>

    /// When a proof came about, in seconds since 1970; nil when that cannot be found out.
    func time(of proof: Proof, _ round: Round) throws(FunctionError) -> Int64?

    /// Whether a proof by email was made with that address.
    func proves(_ email: String, _ proof: Proof, _ round: Round) throws(FunctionError) -> Bool
}
