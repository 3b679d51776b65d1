internal import JSON
internal import RuntimeAPIHost

/// Replaying a saved sign-in.
extension EventReplay {
    /// Replays the steps of a sign-in, which share the state of the stand-ins. Ends with the first step that differs,
    /// because the next ones depend on it.
    ///
    /// - Throws: as `run` does.
    package func run(_ signIn: SignInFile, _ report: (ReplayOutcome) -> Void) async throws -> [ReplayOutcome] {
        var outcomes: [ReplayOutcome] = []
        var values = SignInValues()
        if let first = signIn.steps.first { try await reset(for: first) }
        for (step, enrolment) in zip(signIn.steps, signIn.enrolments) {
            for (user, address) in enrolment { await enrol(address, of: user) }
            let outcome = try await send(step, in: &values)
            report(outcome)
            outcomes.append(outcome)
            guard outcome.differences.isEmpty else { break }
        }
        return outcomes
    }

    /// Sends a step of a sign-in, and remembers what the function answered.
    private func send(_ step: ReplayCase, in signIn: inout SignInValues) async throws -> ReplayOutcome {
        let event = try await signIn.fill(step.event, codes: await mailedCodes)
        let values = values(event, try await variables(of: step))
        let text = String(decoding: event, as: UTF8.self)
        var filled = signIn
        let sent = try await Placeholder.fill(text) { placeholder throws(ReplayError) in
            try await filled.value(of: placeholder, values.value(of:))
        }
        signIn = filled
        let outcome = try await send(step, event: Array(sent.utf8), values, processOf: nil, within: nil)
        if case .reply(let reply) = outcome.result {
            signIn.replies.append(try? JSONValue(parsing: reply))
        } else {
            signIn.replies.append(nil)
        }
        return outcome
    }
}
