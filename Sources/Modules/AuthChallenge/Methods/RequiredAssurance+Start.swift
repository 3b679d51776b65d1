internal import LambdaRuntime
internal import SignInRules

extension RequiredAssurance {
    /// Refuses settings that require an assurance which the flow or the token mode cannot give: then something else
    /// than the required proof could sign a user in.
    static func requirePossible(in flow: SignInFlow, _ settings: Settings) throws(FunctionError) {
        guard let required = try RequiredAssurance(settings) else { return }
        let resultToken = SignInStep.resultToken.name
        let otherProofs = SignInStep.all.filter { $0.provesIdentity && $0.name != resultToken }
        guard flow.steps.contains(resultToken), !otherProofs.contains(where: { flow.steps.contains($0.name) }) else {
            let names = otherProofs.map(\.name).joined(separator: " or ")
            throw .configuration(
                variable, "\(required.rawValue) needs \(resultToken) in \(SignInFlow.variable), and no \(names)")
        }
        let mode: TokenMode = try settings.choice(TokenMode.variable, default: .authsignal)
        guard mode.knowsUserVerification else {
            throw .configuration(
                variable,
                "\(required.rawValue) needs \(TokenMode.variable)=signed: other modes do not tell of user verification")
        }
    }
}
