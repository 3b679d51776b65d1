private import AuditLog
internal import CognitoTriggers
package import FunctionServices
package import LambdaRuntime
internal import SignInRules

/// The Create Auth Challenge trigger: makes the challenge of a round.
package struct CreateTrigger {
    private let methods: FlowMethods<any ChallengeIssuer>
    private let services: Services
    /// Nil without an audit log.
    private let digests: SubjectDigests?

    /// A trigger as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        methods = try SignInConfiguration(services, log).issuers()
        digests = try SubjectDigests(services)
        self.services = services
        services.prepareFirstEvent(log)
        services.markReady()
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: CreateAuthChallengeEvent
        do { event = try CreateAuthChallengeEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        // Define refuses tokens to a session with rounds of two flows, so it needs no further round.
        let session = event.session.map(SessionRow.init)
        if let difference = methods.flow.difference(from: session, in: "this CreateAuthChallenge") {
            throw .hidden(.invalidEvent, difference)
        }
        let ((step, method), number) = try methods.next(after: session)
        let round = Round(
            number: number, session: session, event: event.common, user: event.user,
            deadline: services.deadline(of: invocation), log: log)
        var challenge = try method.challenge(in: round)
        let who = digests.map { $0.digest(of: round) }
        challenge.publicParameters["challenge"] = step.rawValue
        challenge.privateParameters.add(step: step, number: number, flow: methods.flow.code, who: who)
        let line = AuditLine(
            .challengeIssued, reason: challenge.outcome, who: who, subject: round.account?.sub,
            clientID: round.clientID, step: step.rawValue, round: number)
        let isNoted = session.contains { $0.note?.who != nil }
        let note = RoundNote(
            step: step, words: challenge.metadata, who: isNoted ? nil : who, flow: methods.flow.code)
        return Reply(
            event.reply(
                publicParameters: challenge.publicParameters, privateParameters: challenge.privateParameters.texts,
                metadata: note.text),
            outcome: challenge.outcome, method: step.rawValue, audit: [line])
    }
}

extension FlowMethods {
    /// The step that the next round of a session belongs to, which is the first one not passed yet, and the round's
    /// number within that step, from 1.
    /// - Throws: `FunctionError` when every step has been passed, or when Define would not let such a session go on.
    fileprivate func next(after session: [SessionRow]) throws(FunctionError) -> (step: Step, round: Int) {
        var position = FlowPosition(steps.map(\.step))
        for row in session where row.isRound {
            guard position.take(row.note?.step, isRight: row.result.challengeResult) else {
                throw .hidden(.invalidEvent, "the session's steps are not in order")
            }
        }
        guard !position.isComplete else {
            throw .hidden(.invalidEvent, "a challenge is asked for after every step has been passed")
        }
        return (steps[position.passed], 1 + position.wrongAnswers)
    }
}

extension SubjectDigests {
    /// The digest of a round's user. That of an unknown user is as long, because the caller sees the session's length.
    fileprivate func digest(of round: Round) -> String {
        round.account.map { digest(ofSubject: $0.sub) } ?? digest(ofUnknownUser: round.userName)
    }
}
