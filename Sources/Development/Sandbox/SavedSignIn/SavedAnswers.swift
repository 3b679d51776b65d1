internal import Essentials
internal import JSON
internal import Passkeys
internal import StandIns

/// The answers of a sign-in as placeholders, from which a replay makes new ones: tokens expire, and codes are mailed.
struct SavedAnswers {
    let history: SignInHistory
    let steps: [SignInStep]
    /// The issuer's identifier in `oidc` mode.
    let issuer: String

    private let codes: [String]

    init(_ steps: [SignInStep], _ history: SignInHistory, issuer: String) {
        (self.history, self.steps, self.issuer) = (history, steps, issuer)
        codes = history.codes(mailedIn: steps)
    }

    /// The text that stands in the file for the answer of a step.
    func text(of step: SignInStep) -> String {
        guard let answer = step.answer else { return "" }
        let uses = steps.filter { $0.answer == answer }
        // A used answer is made once. Where it was used first decides what it is.
        let (name, arguments) = placeholder(answer, in: uses.first ?? step)
        let named = uses.count > 1 ? [("name", "answer\(uses[0].number)")] : []
        let all = (named + arguments).filter { !$0.1.contains { ",}".contains($0) } }
        guard !all.isEmpty else { return "${\(name)}" }
        return "${\(name): \(all.map { "\($0)=\($1)" }.joined(separator: ", "))}"
    }

    /// Whether an emailed code of Authsignal was the right answer, so that the user's mailbox is enrolled there.
    func provesMailbox(_ step: SignInStep) -> Bool {
        step.response?["answerCorrect"]?.bool == true
            && history.answer(to: step, of: "/validate")?["verificationMethod"]?.string == "EMAIL_OTP"
    }

    private func placeholder(_ answer: String, in step: SignInStep) -> (String, [(String, String)]) {
        if let index = codes.firstIndex(of: answer) { return ("mailedCode", [("mail", String(index + 1))]) }
        if let verdict = history.answer(to: step, of: "siteverify") { return ("captchaAnswer", solution(verdict)) }
        if let claims = TokenParts(answer)?.claims {
            return claims["iss"]?.string == issuer ? ("idToken", idToken(claims, step)) : token(claims, step)
        }
        // A passkey that was refused stays refused.
        if PasskeyAnswer(answer) != nil, step.response?["answerCorrect"]?.bool == true {
            // In its round it is right, also if the authenticator made the challenge.
            return ("passkeyAnswer", [("for", "round")])
        }
        // A sealed token is a challenge's.
        if answer.split(separator: ".").count == 5 { return ("challengeToken", []) }
        return ("wrongAnswer", [])
    }

    private func solution(_ verdict: JSONValue) -> [(String, String)] {
        var arguments = ["action", "hostname"].compactMap { name in verdict[name]?.string.map { (name, $0) } }
        if let error = verdict["error-codes"]?.elements.first?.string { arguments.append(("error", error)) }
        return arguments
    }

    private func idToken(_ claims: JSONValue, _ step: SignInStep) -> [(String, String)] {
        var arguments = [("age", age(claims, step))]
        for (name, claim) in [("subject", "sub"), ("audience", "aud")] {
            if let value = claims[claim]?.string { arguments.append((name, value)) }
        }
        let email = claims["email_verified"]?.bool == true ? "verifiedEmail" : "email"
        if let value = claims["email"]?.string { arguments.append((email, value)) }
        return arguments
    }

    /// A token of the authenticator. In `authsignal` mode only the service's answer says what was proven.
    private func token(_ claims: JSONValue, _ step: SignInStep) -> (String, [(String, String)]) {
        let other = claims["other"]
        let judged = history.answer(to: step, of: "/validate")
        let method = other?["verificationMethod"]?.string ?? judged?["verificationMethod"]?.string
        let isOfRound =
            other?["idempotencyKey"]?.string == step.event["request"]?["privateChallengeParameters"]?["key"]?.string
        var arguments = isOfRound ? [] : [("key", "earlier"), ("age", age(claims, step))]
        if let subject = claims["sub"]?.string, subject != step.attribute("sub") {
            arguments.append(("subject", subject))
        }
        guard let method else { return ("challengeToken", arguments) }
        arguments.insert(("method", method), at: 0)
        if let state = other?["state"]?.string ?? judged?["state"]?.string { arguments.append(("state", state)) }
        if let isVerified = other?["userVerified"]?.bool { arguments.append(("userVerified", "\(isVerified)")) }
        if let id = other?["authenticatorId"]?.string { arguments.append(("authenticator", id)) }
        return ("resultToken", arguments)
    }

    /// How many seconds before the answer the token was made.
    private func age(_ claims: JSONValue, _ step: SignInStep) -> String {
        String(max(0, Int64(step.time.timeIntervalSince1970) - (claims["iat"]?.integer ?? 0)))
    }
}
