private import CognitoTriggers
package import FunctionServices
package import LambdaRuntime
internal import SignInRules

/// The Create Auth Challenge trigger: makes the challenge of a round.
package struct CreateTrigger {
    private let methods: ChallengeMethods
    private let services: Services
    /// Nil without an audit log.
    private let digests: SubjectDigests?

    /// A trigger as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        let methods = try ChallengeMethods(services, for: .challenge, log)
        let digests = try SubjectDigests(services)
        services.prepareFirstEvent(log)
        self.init(methods, services, digests)
    }

    /// A trigger with those methods.
    package init(_ methods: ChallengeMethods, _ services: Services, _ digests: SubjectDigests? = nil) {
        self.methods = methods
        self.services = services
        self.digests = digests
        services.markReady()
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: CreateAuthChallengeEvent
        do { event = try CreateAuthChallengeEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        // Define lets no session with rounds of two flows earn tokens, so nobody should answer another round of it.
        if let difference = FlowDifference(in: event.session, from: methods.flow, of: "this CreateAuthChallenge") {
            throw .hidden(.invalidEvent, "\(difference)")
        }
        let ((name, method), number) = try methods.next(after: event.session)
        let round = Round(
            number: number, session: event.session, event: event.common, user: event.user,
            deadline: services.deadline(of: invocation), log: log)
        var challenge = try method.challenge(in: round)
        challenge.publicParameters["challenge"] = name
        challenge.privateParameters[Round.Parameter.method] = name
        challenge.privateParameters[Round.Parameter.round] = String(number)
        challenge.privateParameters[Round.Parameter.region] = services.settings.text("AWS_REGION")
        challenge.privateParameters[Round.Parameter.flow] = methods.flow.code.rawValue
        let who = digests.map { $0.digest(of: round) }
        challenge.privateParameters[Round.Parameter.who] = who
        let line = AuditLine(
            .challengeIssued, reason: challenge.outcome, who: who, subject: round.account?.sub,
            clientID: round.clientID, method: name, round: number)
        return Reply(
            event.reply(
                publicParameters: challenge.publicParameters, privateParameters: challenge.privateParameters,
                metadata: RoundNote(step: name, words: challenge.metadata, who: who, flow: methods.flow.code).text),
            outcome: challenge.outcome, method: name, audit: [line])
    }
}

extension SubjectDigests {
    /// The digest of a round's user. That of an unknown user is as long, because the caller sees the session's length.
    fileprivate func digest(of round: Round) -> String {
        round.account.map { digest(ofSubject: $0.sub) } ?? digest(ofUnknownUser: round.userName)
    }
}
