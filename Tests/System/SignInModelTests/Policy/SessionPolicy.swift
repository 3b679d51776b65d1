import CognitoTriggers

/// What Define must decide. Written from docs/flows.md and docs/security.md.
struct SessionPolicy {
    let rules: ModelRules

    /// The decision on the rows of a session.
    func decision(on rows: [ChallengeResult], of account: Account) -> World.Decision {
        // A remembered device is no proof of a person: that it passed means nothing, and a wrong one ends the sign-in.
        let devices = ["DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"]
        if rows.contains(where: { devices.contains($0.challengeName) && !$0.challengeResult }) { return .failure }
        var rows = rows.filter { !devices.contains($0.challengeName) }[...]
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
