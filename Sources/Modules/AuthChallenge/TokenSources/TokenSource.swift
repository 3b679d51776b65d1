internal import HTTP
internal import LambdaRuntime

/// Where the tokens of a `RESULT_TOKEN` round come from and who can read them (`TOKEN_MODE`). A new source is one type
/// that conforms to this protocol and one case of `TokenMode`.
protocol TokenSource {
    /// A token with which the app can prove who its user is; for an unknown user a look-alike.
    func issue(in round: Round) throws(FunctionError) -> IssuedToken

    /// What an answer proves.
    func proof(
        in answer: String, for record: RoundRecord, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal>

    /// Looks up when a proof was made, if the proof itself does not say so.
    /// - Returns: seconds since 1970; nil if that cannot be found out.
    func lookUpTime(of proof: Proof, by deadline: Deadline) throws(FunctionError) -> Int64?

    /// Finds out whether the code of a proof by email went to that address. It is asked last of all, so that a proof
    /// which is refused for another reason costs neither a call nor a digest.
    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) throws(FunctionError) -> Bool
}

extension TokenSource {
    /// Nothing to look up: what the proof does not say is not proven.
    func lookUpTime(of proof: Proof, by deadline: Deadline) throws(FunctionError) -> Int64? { nil }

    /// No address is proven.
    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) throws(FunctionError) -> Bool { false }
}
