private import CognitoTriggers
package import LambdaRuntime

/// The Create Auth Challenge trigger: makes the challenge of a round.
package struct CreateTrigger {
    private let methodName: String
    private let method: any ChallengeMethod
    private let services: Services

    /// A trigger as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        self.services = services
        methodName = ChallengeMethods.flow
        method = try ChallengeMethods.make(methodName, services, log)
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: CreateAuthChallengeEvent
        do { event = try CreateAuthChallengeEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        let number = 1 + event.session.count { $0.challengeName == ChallengeResult.customChallenge }
        let round = Round(number, event.event, event.user, invocation, services, log)
        var challenge = try method.challenge(in: round)
        challenge.publicParameters["challenge"] = methodName
        challenge.privateParameters[Round.Parameter.method] = methodName
        challenge.privateParameters[Round.Parameter.round] = String(number)
        return Reply(
            event.reply(
                publicParameters: challenge.publicParameters, privateParameters: challenge.privateParameters,
                metadata: methodName),
            outcome: challenge.outcome, method: methodName)
    }
}
