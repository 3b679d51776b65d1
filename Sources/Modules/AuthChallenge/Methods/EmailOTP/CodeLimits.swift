private import ExpiringState
internal import LambdaRuntime
internal import SignInRules

/// Limits on codes, the same for users and for names that no user has. They never limit a passkey or any other proof.
struct CodeLimits {
    let table: DeploymentTable

    /// Nil if the deployment has no table.
    init?(_ services: Services, _ log: Log) throws(FunctionError) {
        guard let table = try DeploymentTable(services) else {
            log(.warn, "OTP_WITHOUT_LIMITS: nothing counts guesses and codes across sessions")
            return nil
        }
        self.table = table
    }

    /// Whether a code may be sent to a user: the limit is not reached, or this code has been counted already.
    func admits(
        code: String, to counter: String, at issuedAt: Int64, for settings: EmailOTPSettings, in round: Round
    ) throws(FunctionError) -> Bool {
        // The hour is part of the key, so that the first code of the next hour begins a new set.
        do {
            return try table.state.add(
                code, to: "\(counter)#\(issuedAt / 3_600_000)", atMost: settings.codesPerHour, keepFor: 7_200,
                by: round.deadline)
        } catch { throw DeploymentTable.failure(error) }
    }

    /// Whether a guess at a code may be judged: it is one of the first few different guesses.
    func admits(
        guess: String, at codeID: String, for settings: EmailOTPSettings, in round: Round
    ) throws(FunctionError) -> Bool {
        do {
            return try table.state.add(
                guess, to: "guesses#" + codeID, atMost: settings.guessesPerCode, keepFor: settings.lifetime + 3_600,
                by: round.deadline)
        } catch { throw DeploymentTable.failure(error) }
    }

    /// Whether this round is the one that has used a code.
    func consume(_ codeID: String, by roundKey: String, in round: Round) throws(FunctionError) -> Bool {
        try table.consume("code#" + codeID, for: roundKey, by: round.deadline)
    }
}
