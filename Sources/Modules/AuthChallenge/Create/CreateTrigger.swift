private import CognitoTriggers
package import FunctionServices
package import LambdaRuntime
internal import SignInRules

/// The Create Auth Challenge trigger: makes the challenge of a round.
package struct CreateTrigger {
    private let methods: ChallengeMethods
    private let services: Services

    /// A trigger as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        let methods = try ChallengeMethods(services, for: .challenge, log)
        services.prepareFirstEvent(log)
        self.init(methods, services)
    }

    /// A trigger with those methods.
    package init(_ methods: ChallengeMethods, _ services: Services) {
        self.methods = methods
        self.services = services
        services.markReady()
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: CreateAuthChallengeEvent
        do { event = try CreateAuthChallengeEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        let ((name, method), number) = try methods.next(after: event.session)
        let round = Round(
            number: number, session: event.session, event: event.common, user: event.user,
            deadline: services.deadline(of: invocation), log: log)
        var challenge = try method.challenge(in: round)
        challenge.publicParameters["challenge"] = name
        challenge.privateParameters[Round.Parameter.method] = name
        challenge.privateParameters[Round.Parameter.round] = String(number)
        return Reply(
            event.reply(
                publicParameters: challenge.publicParameters, privateParameters: challenge.privateParameters,
                metadata: challenge.metadata.map { "\(name) \($0)" } ?? name),
            outcome: challenge.outcome, method: name)
    }
}
