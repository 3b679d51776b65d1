import CognitoTriggers

/// What Define must decide. Written from docs/flows.md and docs/security.md.
struct SessionPolicy {
    let rules: ModelRules

    /// The decision on the rows of a session.
    func decision(on rows: [ChallengeResult], of account: Account) -> World.Decision {
        var rows = rows[...]
        if rows.first?.challengeName == "SRP_A" {
            guard rules.flow == .passwordThenCode else { return .failure }
            rows.removeFirst()
            guard let password = rows.popFirst() else { return .password }
            guard password.challengeName == "PASSWORD_VERIFIER", password.challengeResult else { return .failure }
        } else if rules.flow == .passwordThenCode {
            return .failure
        }
        // Every flow of the model has one step after the password: it ends with the first right answer.
        if rows.last?.challengeResult == true { return account.sub == nil ? .failure : .tokens }
        return rows.count < rules.attempts ? .challenge : .failure
    }
}
