internal import JSON

extension InvocationResult {
    /// The function's decision in a few words: `issue tokens`, `wrong`, `error Function.WrongTrigger`.
    package var decision: String {
        switch self {
        case .reply(let reply):
            (try? JSONValue(parsing: reply)).flatMap { reply in
                reply["statusCode"]?.integer.map { "status \($0)" } ?? reply["response"]?.decision
            } ?? "no decision"
        case .functionError(let failure): "error " + failure.type
        case .initError(let failure): "does not start: " + failure.type
        case .timeout: "timeout"
        case .exit(let exit): "\(exit)"
        }
    }
}

extension JSONValue {
    /// The decision in a `response`. The members tell which trigger it belongs to, because no two triggers share one.
    fileprivate var decision: String {
        if self["failAuthentication"]?.bool == true { return "fail" }
        if self["issueTokens"]?.bool == true { return "issue tokens" }
        if let challenge = self["challengeName"]?.string {
            return challenge == "PASSWORD_VERIFIER" ? "password" : "challenge"
        }
        if let parameters = self["privateChallengeParameters"], parameters.kind == .object {
            // Only a round of `RESULT_TOKEN` says whether it is closed.
            let closed = parameters["closed"]?.string.map { $0 == "0" ? ", open" : ", closed" } ?? ""
            return "round \(parameters["round"]?.string ?? "?")" + closed
        }
        if let isCorrect = self["answerCorrect"]?.bool { return isCorrect ? "right" : "wrong" }
        if self["claimsOverrideDetails"] != nil { return "tokens as they are" }
        if let confirms = self["autoConfirmUser"]?.bool { return confirms ? "confirm" : "leave unconfirmed" }
        return "no decision"
    }
}
